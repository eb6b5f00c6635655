import { NOTIFICATIONS, type NotificationKind } from '@atelier/domain/project-parts.ts';
import { useQuery } from '@tanstack/react-query';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { listNotifications, useSetNotification } from './profile.queries.ts';

/** The mails about projects: one checkbox each, saved on change. */
export function NotificationsCard({ userId, isAdmin }: { userId: string; isAdmin: boolean }) {
  const query = useQuery(listNotifications(userId));
  return (
    <Card title="E-mails">
      <p className="text-sm text-ink-soft">
        You get an email when something needs you, but not about what you’ve already seen. Account, brief and
        contract emails are always sent.
      </p>
      {query.isPending && <SkeletonList label="Loading your choices…" rows={2} />}
      {query.isError && (
        <RetryAlert title="Couldn’t load your choices." onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <ul className="grid grid-cols-1">
          {query.data.map(({ kind, isOn }) => (
            <Kind key={kind} userId={userId} kind={kind} isOn={isOn} isAdmin={isAdmin} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Kind({
  userId,
  kind,
  isOn,
  isAdmin,
}: {
  userId: string;
  kind: NotificationKind;
  isOn: boolean;
  isAdmin: boolean;
}) {
  const save = useSetNotification(userId);
  const { client, studio } = NOTIFICATIONS[kind];
  const label = (isAdmin ? (studio ?? client) : (client ?? studio)) ?? kind;
  return (
    <li>
      <Checkbox
        label={label}
        checked={save.isPending ? save.variables.isOn : isOn}
        onChange={(event) => save.mutate({ kind, isOn: event.target.checked })}
      />
      <p role="status" className="pl-8.5 text-sm text-ink-faint empty:hidden">
        {save.isPending && 'Saving…'}
        {save.isSuccess && (isOn ? 'Saved: you’ll get these emails.' : 'Saved: no more of these emails.')}
      </p>
      {save.isError && (
        <Alert tone="danger">{failureMessage(save.error, 'Failed to save. Please try again.')}</Alert>
      )}
    </li>
  );
}
