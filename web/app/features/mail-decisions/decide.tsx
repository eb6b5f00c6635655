import { studio } from '@atelier/content/studio.ts';
import {
  type DecisionAnswer,
  type DecisionState,
  decisionRefusals,
} from '@atelier/domain/mail-decisions/rules.ts';
import type { Decision } from '@atelier/domain/mail-decisions/schema.ts';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { PublicPageHandle } from '../../../paint-first/handle.ts';
import { ApiError, failureMessage } from '../../lib/api/api-error.ts';
import { formatDate } from '../../lib/format.ts';
import { useNavigate } from '../../lib/pages/links.ts';
import { Button, ButtonLink, Spinner } from '../../ui/button.tsx';
import { Alert, ScriptNote } from '../../ui/feedback/alert.tsx';
import { DecisionForm, portalAddress } from './decision-form.tsx';

export const handle: PublicPageHandle = { comesAlive: 'after-load' };

export const meta = () => [{ title: `Your answer · ${studio.name}` }, { name: 'robots', content: 'noindex' }];

type Found =
  | { status: 'waiting' }
  | { status: 'missing' }
  | { status: 'failed'; error: unknown }
  | { status: 'found'; decision: Decision };

const TOKEN = /^#([\w-]{43})$/;

/**
 * /decide: where a link of a mail leads that takes an answer without a sign-in. Opening it decides nothing; a press does. The
 * secret leaves the address bar at once, and stays with the entry of the history, so that the page can be loaded again.
 */
export default function Decide() {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = TOKEN.exec(hash)?.[1];
  const token = inAddress ?? (hash === '' ? keptToken(state) : undefined);
  const [found, setFound] = useState<Found>({ status: 'waiting' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (inAddress === undefined) return;
    void navigate('/decide', {
      replace: true,
      state: { decisionToken: inAddress },
      preventScrollReset: true,
    });
  }, [inAddress, navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    let isGone = false;
    setFound({ status: 'waiting' });
    void lookUp(token).then((next) => !isGone && setFound(next));
    return () => {
      isGone = true;
    };
  }, [token, attempt]);

  return (
    <div className="mx-auto grid w-full max-w-measure grid-cols-1 content-start gap-6 px-5 py-10 sm:py-16">
      <h1 className="text-3xl">Your answer</h1>
      <div className="grid min-h-64 grid-cols-1 content-start gap-5 rounded-xl border border-rule bg-raised p-5 shadow-raised sm:p-8">
        <ScriptNote />
        {found.status === 'waiting' && (
          <p role="status" className="flex items-center gap-3">
            <Spinner />
            Loading…
          </p>
        )}
        {found.status === 'missing' && (
          <>
            <Alert tone="danger" title="This link doesn’t work.">
              Part of it may be missing, or what it was about is gone. Copy the whole link from the email, or
              sign in.
            </Alert>
            <ButtonLink to="/client-portal" variant="secondary" className="justify-self-start">
              Sign in
            </ButtonLink>
          </>
        )}
        {found.status === 'failed' && (
          <>
            <Alert tone="danger">{failureMessage(found.error, 'Couldn’t load this.')}</Alert>
            <Button
              variant="secondary"
              className="justify-self-start"
              onClick={() => setAttempt((before) => before + 1)}
            >
              Try again
            </Button>
          </>
        )}
        {found.status === 'found' &&
          (found.decision.thing ? (
            <DecisionForm
              key={token}
              token={token ?? ''}
              thing={found.decision.thing}
              path={found.decision.path}
            />
          ) : (
            <EndedLink {...found.decision} />
          ))}
      </div>
    </div>
  );
}

const TITLES: Record<DecisionState, string> = {
  open: '',
  used: 'Already answered.',
  expired: 'Too late for this link.',
  changed: 'This isn’t waiting for you any more.',
  sign_in: 'Sign in to answer.',
};

const ANSWERED: Record<DecisionAnswer, string> = {
  approve: 'You approved it',
  needs_changes: 'You asked for changes',
  done: 'You said that it’s done',
};

/** A link that takes no answer, and the way to the portal. */
function EndedLink({ state, path, answered }: Decision) {
  return (
    <>
      <Alert tone="info" title={TITLES[state]}>
        {answered && (
          <span>
            {ANSWERED[answered.answer]} on {formatDate(answered.at)}.{' '}
          </span>
        )}
        {state !== 'open' && <span>{decisionRefusals[state]}</span>}
      </Alert>
      <ButtonLink to={portalAddress(path)} variant="secondary" className="justify-self-start">
        {state === 'sign_in' ? 'Sign in' : 'Sign in and open it'}
      </ButtonLink>
    </>
  );
}

function keptToken(state: unknown): string | undefined {
  const kept: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'decisionToken') : undefined;
  return typeof kept === 'string' ? kept : undefined;
}

/** Never rejects. */
async function lookUp(token: string | undefined): Promise<Found> {
  if (token === undefined) return { status: 'missing' };
  try {
    const { findDecision } = await import('./send-decision.ts');
    return { status: 'found', decision: await findDecision(token) };
  } catch (error) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return isMissing ? { status: 'missing' } : { status: 'failed', error };
  }
}
