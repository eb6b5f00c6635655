import type { MySession } from '@atelier/domain/accounts/schema.ts';
import { failureMessage } from '../../../lib/api-error.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { useEndSession } from './end-sessions.ts';

/** Where one is signed in, with a way to end each but this one. */
export function SessionList({ sessions }: { sessions: readonly MySession[] }) {
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
