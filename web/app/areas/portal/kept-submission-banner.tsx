import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import {
  findPendingSubmission,
  type SubmissionResult,
  sendPendingSubmission,
  subscribeToPendingSubmission,
} from '../../lib/storage/pending-submission.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RetryNote } from '../../ui/feedback/load-failure.tsx';

/** Waits between attempts to send a brief that has not arrived, in s; the last one repeats. */
const WAITS = [5, 15, 30, 60] as const;

/**
 * A finished brief that didn't get through waits on this device. Opening the portal sends it, as
 * does the timer, and getting back online; this banner shows the progress. Without a waiting brief
 * it shows nothing.
 */
export default function KeptSubmissionBanner() {
  const keptAt = useSyncExternalStore(
    subscribeToPendingSubmission,
    () => findPendingSubmission()?.keptAt,
    () => undefined,
  );
  const [result, setResult] = useState<SubmissionResult>();
  const [isSending, setIsSending] = useState(false);
  const [attempts, setAttempts] = useState(0);

  const send = useCallback(async () => {
    setIsSending(true);
    const sent = await sendPendingSubmission();
    setIsSending(false);
    setAttempts((before) => before + 1);
    if (sent.kind !== 'nothing') setResult(sent);
  }, []);

  useEffect(() => {
    if (!keptAt) return;
    void send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [keptAt, send]);

  if (!keptAt) {
    return result?.kind === 'sent' ? (
      <Alert tone="success" title="Your brief has arrived." className="print:hidden">
        It couldn’t be sent when you finished it. Now it has been.
      </Alert>
    ) : null;
  }
  const again = (
    <Button size="sm" isPending={isSending} pendingLabel="Sending your brief…" onClick={send}>
      Send it again
    </Button>
  );
  if (result?.kind === 'refused') {
    return (
      <Alert
        tone="danger"
        title="Your brief wasn’t accepted as it is."
        className="print:hidden"
        action={
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/start" size="sm">
              Go through it again
            </ButtonLink>
            {again}
          </div>
        }
      >
        {result.reason} It’s still kept on this device.
      </Alert>
    );
  }
  return (
    <Alert
      tone="warning"
      title="Your finished brief hasn’t arrived yet."
      className="print:hidden"
      action={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {again}
          {!isSending && attempts > 0 && (
            <RetryNote key={attempts} seconds={WAITS[attempts - 1] ?? 60} onRetry={send} />
          )}
        </div>
      }
    >
      It has been safe on this device since {formatDateTime(keptAt)} and will be sent as soon as the
      connection allows.
    </Alert>
  );
}
