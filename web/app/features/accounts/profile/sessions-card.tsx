import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { authFailureMessage } from '../auth-failure.ts';
import { useEndOtherSessions, useSignOutEverywhere } from './end-sessions.ts';
import { listSessions } from './list-sessions.ts';
import { SessionList } from './session-list.tsx';

/** Every place where one is signed in. */
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
        <Alert
          tone="danger"
          title="Couldn’t load your sessions."
          action={
            <Button variant="secondary" size="sm" onClick={() => void sessions.refetch()}>
              Try again
            </Button>
          }
        />
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
