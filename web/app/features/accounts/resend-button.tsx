import { RESEND_COOLDOWN_SECONDS } from '@atelier/domain/auth/rules.ts';
import { useLayoutEffect, useState } from 'react';
import { useCountdown } from '../../lib/use-countdown.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { secondsToWait } from './auth-failure.ts';

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
