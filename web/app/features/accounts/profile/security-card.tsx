import type { MySession } from '@atelier/domain/accounts/schema.ts';
import { api } from '@atelier/domain/api.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { signOut } from '../../../lib/session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { ResendButton, requestPasswordReset } from '../account-mails.tsx';
import { authFailureMessage } from '../auth-failure.ts';
import { endsSessions, listSessions, useEndOtherSessions, useSignOutEverywhere } from './profile.queries.ts';

class MissingEmailError extends Error {
  override message = 'Missing email on account.';
}

/** The password, and signing out. */
export function SecurityCard({ email }: { email: string | undefined }) {
  const [isSigningOut, setIsSigningOut] = useState(false);
  const [problem, setProblem] = useState<string>();

  const sendReset = async () => {
    if (!email) throw new MissingEmailError();
    await requestPasswordReset(email);
  };
  const leave = async () => {
    setIsSigningOut(true);
    setProblem(undefined);
    try {
      // The guard around this page leads to /login from here.
      await signOut();
    } catch (error) {
      setProblem(authFailureMessage(error, 'Unable to sign out. Please try again.'));
      setIsSigningOut(false);
    }
  };

  return (
    <Card title="Security">
      <div className="grid gap-3">
        <div>
          <h3 className="text-base">Password</h3>
          <p className="text-sm text-ink-soft">
            You’ll get a link to choose a new one. Open it in this browser.
          </p>
        </div>
        <ResendButton
          isWide={false}
          label="Send password reset email"
          send={sendReset}
          sentMessage="Password reset email sent."
          failedMessage={(error) => authFailureMessage(error, 'Unable to send the email. Please try again.')}
        />
      </div>
      <div className="grid justify-items-start gap-3 border-t border-rule pt-5">
        <div>
          <h3 className="text-base">This browser</h3>
          <p className="text-sm text-ink-soft">You stay signed in here until you sign out.</p>
        </div>
        <Button variant="secondary" isPending={isSigningOut} pendingLabel="Signing out…" onClick={leave}>
          Sign out
        </Button>
        {problem && (
          <Alert tone="danger" className="w-full">
            {problem}
          </Alert>
        )}
      </div>
    </Card>
  );
}

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
  const ending = useCall(api.endMySession, endsSessions);
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
                isPending={ending.isPending && ending.variables.params.sessionId === session.id}
                pendingLabel="Signing out…"
                onClick={() => ending.mutate({ params: { sessionId: session.id } })}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FailureAlert error={ending.error} fallback="Unable to sign out that device." />
    </div>
  );
}

function describe({ address, beganAt, lastUsedAt, isCurrent }: MySession): string {
  const used = isCurrent ? 'in use now' : `last used ${formatAgo(lastUsedAt)}`;
  return [`Signed in ${formatDateTime(beganAt)}`, used, address].filter(Boolean).join(' · ');
}
