import { useState } from 'react';
import { failureMessage, isRefusal } from '../../lib/api-error.ts';
import { Button } from '../button.tsx';
import { Alert } from './alert.tsx';
import { RetryNote } from './retry-note.tsx';

/**
 * Why something couldn't be loaded: the server's own sentence, or `fallback`. Retries visibly by
 * itself, unless the server understood and refused.
 */
export function LoadFailure({
  error,
  fallback,
  onRetry,
}: {
  error: unknown;
  fallback: string;
  onRetry: () => void;
}) {
  // Each failure starts a new wait, also while this stays on the screen during a retry.
  const [failures, setFailures] = useState({ error, count: 1 });
  if (failures.error !== error) setFailures({ error, count: failures.count + 1 });
  return (
    <Alert
      tone="danger"
      action={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
          {!isRefusal(error) && <RetryNote key={failures.count} onRetry={onRetry} />}
        </div>
      }
    >
      {failureMessage(error, fallback)}
    </Alert>
  );
}
