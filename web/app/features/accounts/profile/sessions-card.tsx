import type { MySession } from '@atelier/domain/accounts/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { authFailureMessage } from '../auth-failure.ts';
import { listSessions, useEndOtherSessions, useEndSession, useSignOutEverywhere } from './profile.queries.ts';

/** The user's sessions. */
export function SessionsCard({ userId }: { userId: string }) {
  const sessions = useQuery(listSessions(userId));
  const endOthers = useEndOtherSessions();
  const everywhere = useSignOutEverywhere();
  const [isAsking, setIsAsking] = useState(false);
  const isAlone = sessions.data?.length === 1;
  const problem = endOthers.error ?? everywhere.error;
  return (
    <Card title="Sessions">
      {sessions.isPending ? (
        <SkeletonList label="Loading your sessions…" rows={2} />
      ) : sessions.isError ? (
        <RetryAlert title="Couldn’t load your sessions." onRetry={() => void sessions.refetch()} />
      ) : sessions.data === null ? (
        <p className="text-sm text-ink-soft">
          You sign in here through another service, which keeps the list of your sessions. You can still end
          them from this page.
        </p>
      ) : (
        <SessionList sessions={sessions.data} />
      )}
      <div className="flex flex-wrap gap-3 border-t border-rule pt-5">
        {!isAlone && (
          <Button
            variant="secondary"
            isPending={endOthers.isPending}
            pendingLabel="Signing out…"
            onClick={() => endOthers.mutate()}
          >
            Sign out all other devices
          </Button>
        )}
        <Button variant="secondary" onClick={() => setIsAsking(true)}>
          Sign out everywhere
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {endOthers.isSuccess && 'All other devices are signed out.'}
      </p>
      {problem && !isAsking && (
        <Alert tone="danger">{authFailureMessage(problem, 'Unable to sign out. Please try again.')}</Alert>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Sign out everywhere?"
        description="Every device is signed out, including this one. You can sign in again any time."
        confirmLabel="Sign out everywhere"
        pendingLabel="Signing out…"
        isPending={everywhere.isPending}
        error={
          everywhere.error
            ? authFailureMessage(everywhere.error, 'Unable to sign out. Please try again.')
            : undefined
        }
        onConfirm={() => everywhere.mutate()}
        onClose={() => {
          everywhere.reset();
          setIsAsking(false);
        }}
      />
    </Card>
  );
}

/** The sessions, with a button to end each other one. */
function SessionList({ sessions }: { sessions: readonly MySession[] }) {
  const ending = useEndSession();
  return (
    <div className="grid gap-4">
      <ul className="grid">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-rule py-4 first:border-t-0 first:pt-0 last:pb-0"
          >
            <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {session.device}
                {session.isCurrent && <Badge tone="success">This device</Badge>}
              </p>
              <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">{describe(session)}</p>
            </div>
            {!session.isCurrent && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Sign out ${session.device}`}
                isPending={ending.isPending && ending.variables === session.id}
                pendingLabel="Signing out…"
                onClick={() => ending.mutate(session.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending.error && (
        <Alert tone="danger">{failureMessage(ending.error, 'Unable to sign out that device.')}</Alert>
      )}
    </div>
  );
}

function describe({ address, beganAt, lastUsedAt, isCurrent }: MySession): string {
  const used = isCurrent ? 'in use now' : `last used ${formatAgo(lastUsedAt)}`;
  return [`Signed in ${formatDateTime(beganAt)}`, used, address].filter(Boolean).join(' · ');
}
