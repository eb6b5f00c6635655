import { RESEND_COOLDOWN_SECONDS } from '@atelier/domain/auth/rules.ts';
import type { PagePath } from '@atelier/domain/pages.ts';
import { useLayoutEffect, useState } from 'react';
import { getAuthClient } from '../../lib/session/session.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { secondsToWait } from './auth-failure.ts';

/**
 * Requests the confirmation mail again.
 * @throws the authentication client's error
 */
export async function resendConfirmation(email: string, next: string | undefined): Promise<void> {
  const auth = await getAuthClient();
  const { error } = await auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: confirmationLanding(next) },
  });
  if (error) throw error;
}

/** The address in a confirmation's link, with the page that the user wanted before. */
export function confirmationLanding(next: string | undefined): string {
  const landing = new URL('/auth/callback' satisfies PagePath, location.origin);
  if (next) landing.searchParams.set('next', next);
  return landing.href;
}

/**
 * Requests a mail with the link to /auth/reset.
 * @throws the authentication client's error
 */
export async function requestPasswordReset(email: string): Promise<void> {
  const auth = await getAuthClient();
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: `${location.origin}${'/auth/reset' satisfies PagePath}`,
  });
  if (error) throw error;
}

interface Outcome {
  tone: 'success' | 'danger';
  message: string;
}

/**
 * Sends a mail again, at most every thirty seconds, and shows the remaining wait. Also respects the
 * wait that a throttling provider names.
 */
export function ResendButton({
  label,
  waitsFirst = 0,
  isWide = true,
  send,
  sentMessage,
  failedMessage,
}: {
  label: string;
  /** Seconds to wait before the first press, where a mail has just been sent. */
  waitsFirst?: number;
  isWide?: boolean;
  /** Throws the failure. */
  send: () => Promise<void>;
  sentMessage: string;
  failedMessage: string | ((error: unknown) => string);
}) {
  const [secondsLeft, startCountdown] = useCountdown();
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  useLayoutEffect(() => {
    if (waitsFirst > 0) startCountdown(waitsFirst);
  }, [waitsFirst, startCountdown]);

  const press = async () => {
    if (secondsLeft > 0) return;
    setIsSending(true);
    setOutcome(undefined);
    try {
      await send();
      setOutcome({ tone: 'success', message: sentMessage });
      startCountdown(RESEND_COOLDOWN_SECONDS);
    } catch (error) {
      const message = typeof failedMessage === 'string' ? failedMessage : failedMessage(error);
      setOutcome({ tone: 'danger', message });
      startCountdown(secondsToWait(error) ?? 0);
    } finally {
      setIsSending(false);
    }
  };

  return (
    <div className="grid justify-items-start gap-3">
      <Button
        variant="secondary"
        isWide={isWide}
        // Not `disabled`: the pressed button would lose the focus.
        aria-disabled={secondsLeft > 0}
        isPending={isSending}
        pendingLabel="Sending…"
        onClick={press}
      >
        {secondsLeft > 0 ? `${label} in ${secondsLeft} s` : label}
      </Button>
      {outcome && (
        <Alert tone={outcome.tone} className="w-full">
          {outcome.message}
        </Alert>
      )}
    </div>
  );
}
