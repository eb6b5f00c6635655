import { studio } from '@atelier/content/studio.ts';
import {
  type DecisionAnswer,
  type DecisionState,
  decisionRefusals,
} from '@atelier/domain/mail-decisions/rules.ts';
import type { Decision } from '@atelier/domain/mail-decisions/schema.ts';
import type { PublicPageHandle } from '../../../paint-first/handle.ts';
import { loadNow } from '../../lib/arrive.ts';
import { formatDate } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { MailLinkPage } from '../../ui/mail-link-page.tsx';
import { DecisionForm, portalAddress } from './decision-form.tsx';

export const handle: PublicPageHandle = { comesAlive: 'after-load' };

export const meta = () => [{ title: `Your answer · ${studio.name}` }, { name: 'robots', content: 'noindex' }];

/** /decide: where a link of a mail leads that takes an answer without a sign-in. */
export default function Decide() {
  return (
    <MailLinkPage
      title="Your answer"
      address="/decide"
      lookUp={findByLink}
      waitingText="Loading…"
      failedText="Couldn’t load this."
      missing={
        <>
          <Alert tone="danger" title="This link doesn’t work.">
            Part of it may be missing, or what it was about is gone. Copy the whole link from the email, or
            sign in.
          </Alert>
          <ButtonLink to="/client-portal" variant="secondary" className="justify-self-start">
            Sign in
          </ButtonLink>
        </>
      }
    >
      {(decision, token) =>
        decision.thing ? (
          <DecisionForm key={token} token={token} thing={decision.thing} path={decision.path} />
        ) : (
          <EndedLink {...decision} />
        )
      }
    </MailLinkPage>
  );
}

async function findByLink(token: string): Promise<Decision> {
  const { findDecision } = await loadNow(() => import('./send-decision.ts'));
  return findDecision(token);
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
