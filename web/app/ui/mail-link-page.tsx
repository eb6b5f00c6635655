import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, failureMessage } from '../lib/api/api-error.ts';
import { useNavigate } from '../lib/pages/links.ts';
import { Button, Spinner } from './button.tsx';
import { Alert, ScriptNote } from './feedback/alert.tsx';

/** What a link's secret leads to, as far as the page knows. */
type Found<Thing> =
  | { status: 'waiting' }
  | { status: 'missing' }
  | { status: 'failed'; error: unknown }
  | { status: 'found'; thing: Thing };

const SECRET = /^#([\w-]{43})$/;

/**
 * The page that a mail's link leads to, which acts without a sign-in. The secret is in the fragment, which no server gets. It leaves
 * the address bar at once and stays with the entry of the history, so that the page can be loaded again. Opening the page only asks,
 * by a POST, what the link is about; a press acts.
 */
export function MailLinkPage<Thing>({
  title,
  address,
  lookUp,
  waitingText,
  failedText,
  missing,
  children,
}: {
  title: string;
  /** The page's own. */
  address: '/decide' | '/call';
  /** Asks what a secret is about. A 404 or 400 is a link that is none. Made once: a new function asks again. */
  lookUp: (secret: string) => Promise<Thing>;
  waitingText: string;
  failedText: string;
  /** Shown for a link that doesn't work. */
  missing: ReactNode;
  children: (thing: Thing, secret: string) => ReactNode;
}) {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = SECRET.exec(hash)?.[1];
  const secret = inAddress ?? (hash === '' ? keptSecret(state) : undefined);
  const [found, setFound] = useState<Found<Thing>>({ status: 'waiting' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (inAddress === undefined) return;
    void navigate(address, { replace: true, state: { linkSecret: inAddress }, preventScrollReset: true });
  }, [inAddress, address, navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again
  useEffect(() => {
    let isGone = false;
    setFound({ status: 'waiting' });
    void find(secret, lookUp).then((next) => !isGone && setFound(next));
    return () => {
      isGone = true;
    };
  }, [secret, lookUp, attempt]);

  return (
    <div className="mx-auto grid w-full max-w-measure grid-cols-1 content-start gap-6 px-5 py-10 sm:py-16">
      <h1 className="text-3xl">{title}</h1>
      <div className="grid min-h-64 grid-cols-1 content-start gap-5 rounded-xl border border-rule bg-raised p-5 shadow-raised sm:p-8">
        <ScriptNote />
        {found.status === 'waiting' && (
          <p role="status" className="flex items-center gap-3">
            <Spinner />
            <span>{waitingText}</span>
          </p>
        )}
        {found.status === 'missing' && missing}
        {found.status === 'failed' && (
          <>
            <Alert tone="danger">{failureMessage(found.error, failedText)}</Alert>
            <Button
              variant="secondary"
              className="justify-self-start"
              onClick={() => setAttempt((before) => before + 1)}
            >
              Try again
            </Button>
          </>
        )}
        {found.status === 'found' && children(found.thing, secret ?? '')}
      </div>
    </div>
  );
}

function keptSecret(state: unknown): string | undefined {
  const kept: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'linkSecret') : undefined;
  return typeof kept === 'string' ? kept : undefined;
}

/** Never rejects. */
async function find<Thing>(
  secret: string | undefined,
  lookUp: (secret: string) => Promise<Thing>,
): Promise<Found<Thing>> {
  if (secret === undefined) return { status: 'missing' };
  try {
    return { status: 'found', thing: await lookUp(secret) };
  } catch (error) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return isMissing ? { status: 'missing' } : { status: 'failed', error };
  }
}
