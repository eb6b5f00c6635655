import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import {
  findPendingSubmission,
  type SubmissionResult,
  sendPendingSubmission,
  subscribeToPendingSubmission,
} from '../../lib/pending-submission.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';

/**
 * A finished brief that did not get through waits on this device. Opening the portal sends it, and so does getting back
 * online; this says how that goes. Nothing is shown to whom nothing waits for.
 */
export function KeptSubmissionBanner() {
  const keptAt = useSyncExternalStore(
    subscribeToPendingSubmission,
    () => findPendingSubmission()?.keptAt,
    () => undefined,
  );
  const [result, setResult] = useState<SubmissionResult>();
  const [isSending, setIsSending] = useState(false);

  const send = useCallback(async () => {
    setIsSending(true);
    const sent = await sendPendingSubmission();
    setIsSending(false);
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
        It could not be sent when you finished it. It has been now.
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
        title="Your brief was not accepted as it is."
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
        {result.reason} It is still kept on this device.
      </Alert>
    );
  }
  return (
    <Alert
      tone="warning"
      title="Your finished brief has not arrived yet."
      className="print:hidden"
      action={again}
    >
      It is safe on this device since {formatDateTime(keptAt)} and will be sent as soon as the connection
      allows.
    </Alert>
  );
}
