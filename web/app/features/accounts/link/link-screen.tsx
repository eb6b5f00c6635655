import type { PageAddress } from '@atelier/domain/pages.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useNavigate } from '../../../lib/pages/links.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { type AuthLink, parseAuthLink } from './auth-link.ts';

/**
 * The button of a page that uses a link: nothing happens before the press, and a second press does
 * nothing.
 */
export function PressButton({ label, onPress }: { label: string; onPress: () => Promise<void> }) {
  const [isPending, setIsPending] = useState(false);
  const press = async () => {
    setIsPending(true);
    try {
      await onPress();
    } finally {
      setIsPending(false);
    }
  };
  return (
    <Button isWide isPending={isPending} pendingLabel="One moment…" onClick={press}>
      {label}
    </Button>
  );
}

/** Asks before a link signs out another user who is signed in here. */
export function OtherUser({
  here,
  label,
  onReplace,
}: {
  /** The address of the signed-in user. */
  here: string;
  /** What the button does besides signing them out. */
  label: string;
  onReplace: () => Promise<void>;
}) {
  return (
    <>
      <Alert tone="warning" isUrgent={false}>
        You’re signed in here as <strong className="wrap-anywhere">{here}</strong>. Going on signs that
        account out in this browser.
      </Alert>
      <PressButton label={label} onPress={onReplace} />
      <ButtonLink to="/profile" variant="secondary" isWide>
        Stay signed in
      </ButtonLink>
    </>
  );
}

/**
 * Runs the link's work once. Returns its outcome, undefined until then, and a function that
 * replaces it with the outcome of a press.
 *
 * @param work must not reject
 */
export function useLink<Outcome>(
  work: (link: AuthLink) => Promise<Outcome>,
): [outcome: Outcome | undefined, follow: (next: Promise<Outcome>) => Promise<void>, presses: number] {
  const { search, hash } = useLocation();
  const [outcome, setOutcome] = useState<Outcome>();
  const [presses, setPresses] = useState(0);
  const hasBegun = useRef(false);
  const follow = useCallback(async (next: Promise<Outcome>) => {
    setOutcome(await next);
    setPresses((before) => before + 1);
  }, []);
  useEffect(() => {
    // A code can be exchanged once, however often React runs an effect.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void work(parseAuthLink({ search, hash })).then(setOutcome);
  }, [work, search, hash]);
  return [outcome, follow, presses];
}

/** Where to go, after how many milliseconds, and the state of the history entry there. */
export interface Redirect {
  to: PageAddress;
  after: number;
  state?: unknown;
}

/**
 * Navigates after a moment, long enough to read why. Does nothing while `redirect` is undefined.
 */
export function useRedirect(redirect: Redirect | undefined): void {
  const navigate = useNavigate();
  const { to, after, state } = redirect ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is data, created on every render
  useEffect(() => {
    if (to === undefined) return;
    const timer = setTimeout(() => navigate(to, { replace: true, state }), after);
    return () => clearTimeout(timer);
  }, [navigate, to, after]);
}
