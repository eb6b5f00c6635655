import { projectPath } from '@atelier/domain/pages.ts';
import { clientRoleLabels, clientRoleMeanings } from '@atelier/domain/people/rules.ts';
import type { ReceivedInvitation } from '@atelier/domain/people/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { formatDate } from '../../lib/format.ts';
import { useNavigate } from '../../lib/pages/links.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { isArriving } from '../../ui/feedback/query-state.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { listReceivedInvitations, useAnswerInvitation } from './people.queries.ts';

/**
 * The projects that the reader is invited to, and whether they are still on their way. What was there when the screen opened is
 * in `first`; what has come since is in `later`, and is shown where it moves nothing.
 */
export function useReceivedInvitations() {
  const query = useQuery(listReceivedInvitations());
  const { data } = query;
  const [firstIds, setFirstIds] = useState<readonly string[]>();
  if (data && !firstIds) setFirstIds(data.map(({ id }) => id));
  const wasThere = ({ id }: ReceivedInvitation) => firstIds?.includes(id) === true;
  return {
    isArriving: isArriving(query),
    first: data?.filter(wasThere) ?? [],
    later: data?.filter((invitation) => !wasThere(invitation)) ?? [],
  };
}

/** Invitations to answer. Renders nothing without any. */
export function ReceivedInvitations({
  invitations,
  isNarrow = false,
}: {
  invitations: readonly ReceivedInvitation[];
  isNarrow?: boolean;
}) {
  const headingId = useId();
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-1 gap-4 print:hidden">
      <h2 id={headingId} className="text-lg">
        You’re invited
      </h2>
      <ul className={clsx('grid grid-cols-1 gap-4', !isNarrow && 'md:grid-cols-2')}>
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <Invitation invitation={invitation} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invitation({ invitation }: { invitation: ReceivedInvitation }) {
  const navigate = useNavigate();
  const answer = useAnswerInvitation();
  const { id, project, role, invitedBy, expiresAt } = invitation;
  const isJoining = answer.isPending && answer.variables.joins;
  const isDeclining = answer.isPending && !answer.variables.joins;
  return (
    <Card title={project}>
      <p className="text-ink-soft">
        <strong className="font-semibold text-ink wrap-anywhere">{invitedBy}</strong> would like you in this
        project. The invitation is open until {formatDate(expiresAt)}.
      </p>
      <p className="text-ink-soft">
        <strong className="font-semibold text-ink">{clientRoleLabels[role]}:</strong>{' '}
        {clientRoleMeanings[role]}
      </p>
      {answer.error && (
        <Alert tone="danger" isUrgent>
          {failureMessage(answer.error, 'Failed to answer.')}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          isPending={isJoining}
          pendingLabel="Joining…"
          aria-disabled={isDeclining || undefined}
          onClick={() =>
            !answer.isPending &&
            answer.mutate(
              { id, joins: true },
              {
                onSuccess: (projectId) => {
                  if (projectId) navigate(projectPath(projectId));
                },
              },
            )
          }
        >
          Join
        </Button>
        <Button
          variant="secondary"
          isPending={isDeclining}
          pendingLabel="Declining…"
          aria-disabled={isJoining || undefined}
          onClick={() =>
            !answer.isPending &&
            answer.mutate(
              { id, joins: false },
              { onSuccess: () => showToast('You declined the invitation.') },
            )
          }
        >
          Decline
        </Button>
      </div>
    </Card>
  );
}
