import { Lock } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ApiError, failureMessage, isRefusal } from '../../lib/api/api-error.ts';
import { Button, ButtonLink } from '../button.tsx';
import { Alert } from './alert.tsx';
import { EmptyState } from './placeholders.tsx';

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

/** Why one part of a screen is missing, with a button that tries again. */
export function RetryAlert({
  title,
  children,
  onRetry,
}: {
  title: string;
  children?: ReactNode;
  onRetry: () => void;
}) {
  return (
    <Alert
      tone="danger"
      title={title}
      action={
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </Alert>
  );
}

/** The wait before an automatic retry, in s. */
const RETRY_SECONDS = 5;

/** Retries once after a while, and shows the countdown. */
export function RetryNote({ seconds = RETRY_SECONDS, onRetry }: { seconds?: number; onRetry: () => void }) {
  const [left, setLeft] = useState(seconds);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const rest = Math.ceil((end - performance.now()) / 1000);
      setLeft(Math.max(0, rest));
      if (rest > 0) return;
      clearInterval(timer);
      retry();
    }, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <p className="text-sm tabular-nums">
      {/* A count read out each second would drown out everything else. */}
      <span className="sr-only">Trying again in a few seconds.</span>
      <span aria-hidden="true">{left > 0 ? `Trying again in ${left} s` : 'Trying again…'}</span>
    </p>
  );
}

/** Another client's project, a deleted one and an invalid id all look the same. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed');
}

/** The server refused: the user isn't an admin, or no longer since the page was opened. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** In place of a screen for admins only. */
export function AdminsOnly() {
  return (
    <EmptyState
      icon={<Lock aria-hidden="true" />}
      title="Admins only."
      action={
        <ButtonLink to="/" variant="secondary">
          Go Home
        </ButtonLink>
      }
    />
  );
}
