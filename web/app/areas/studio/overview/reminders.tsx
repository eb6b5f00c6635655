import { api } from '@atelier/domain/api.ts';
import { daysBetween } from '@atelier/domain/days.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { studioProjectPath } from '@atelier/domain/pages.ts';
import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import type { ReminderKind } from '@atelier/domain/reminders/rules.ts';
import type { UpcomingReminder } from '@atelier/domain/reminders/schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api/api-client.ts';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { adminKeys } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { localDay } from '../../../lib/format.ts';
import { late, useEver } from '../../../lib/late.tsx';
import { Link } from '../../../lib/pages/links.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Part } from '../part.tsx';

const ReminderMails = late(() => import('./reminder-mails.tsx'));

/** Below the overview's key: what changes a project can change what goes out. */
const listReminders = () =>
  queryOptions({
    queryKey: [...adminKeys.overview, 'reminders'],
    queryFn: async ({ signal }) => (await callApi(api.listUpcomingReminders, { signal })).items,
  });

/** What a press pauses. */
type Pausing = { of: 'client' | 'project'; id: string; paused: boolean };

/** Pauses reminders of a client or a project, or lets them go out again; the rows show it before they are refetched. */
function usePauseReminders() {
  const { queryKey } = listReminders();
  return useCall(
    ({ of, id, paused }: Pausing) =>
      callApi(of === 'client' ? api.pauseReminders : api.pauseProjectReminders, {
        params: { id },
        body: { paused },
      }),
    {
      shows: ({ paused }, client, { of, id }) =>
        client.setQueryData(queryKey, (items) =>
          items?.map((item) => {
            if (id !== (of === 'client' ? item.clientId : item.projectId)) return item;
            const changed = { ...item, [of === 'client' ? 'isClientPaused' : 'isProjectPaused']: paused };
            return { ...changed, isPaused: changed.isClientPaused || changed.isProjectPaused };
          }),
        ),
      onError: (error) =>
        showToast(failureMessage(error, 'That didn’t work. Please try again.'), { tone: 'danger' }),
      refetch: [queryKey],
    },
  );
}

/** "today", "tomorrow", "in 3 days": for the reader, whose day may be another than the client's. */
export function whenWords(goesOutAt: string, now: Date = new Date()): string {
  const days = daysBetween(localDay(now), localDay(new Date(goesOutAt)));
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** What clients will be reminded of in the next days; nothing without any. */
export function Reminders() {
  const { data = [] } = useQuery(listReminders());
  const { mutate, isPending, variables } = usePauseReminders();
  if (data.length === 0) return null;
  return (
    <Part title="Reminders that go out">
      <ul className="grid grid-cols-1 divide-y divide-rule rounded-lg border border-rule bg-raised px-4 py-1.5 sm:px-5">
        {data.map((reminder) => (
          <Reminder
            key={reminder.subjectId}
            reminder={reminder}
            pending={isPending ? variables : undefined}
            onPause={mutate}
          />
        ))}
      </ul>
    </Part>
  );
}

function Reminder({
  reminder,
  pending,
  onPause,
}: {
  reminder: UpcomingReminder;
  pending: Pausing | undefined;
  onPause: (pausing: Pausing) => void;
}) {
  const [isReading, setReading] = useState(false);
  const hasRead = useEver(isReading);
  const { client, clientId, projectId, projectTitle, isPaused, isClientPaused, isProjectPaused } = reminder;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
      <ReminderLink reminder={reminder} />
      <div className="-mx-3 flex flex-wrap">
        {!isPaused && (
          <Button size="sm" variant="quiet" onClick={() => setReading(true)}>
            Read the email
            <span className="sr-only"> to {client}</span>
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          isPending={pending?.of === 'project' && pending.id === projectId}
          onClick={() => onPause({ of: 'project', id: projectId, paused: !isProjectPaused })}
        >
          {isProjectPaused ? 'Let the project’s go out' : 'Pause for this project'}
          <span className="sr-only"> ({projectTitle})</span>
        </Button>
        <Button
          size="sm"
          variant="quiet"
          isPending={pending?.of === 'client' && pending.id === clientId}
          onClick={() => onPause({ of: 'client', id: clientId, paused: !isClientPaused })}
        >
          {isClientPaused ? 'Let them go out' : 'Pause for this client'}
          <span className="sr-only"> ({client})</span>
        </Button>
      </div>
      {hasRead && (
        <ReminderMails reminder={reminder} isReading={isReading} onClose={() => setReading(false)} />
      )}
    </li>
  );
}

/** Where the studio finds what it is about. */
const TABS: Record<ReminderKind, ProjectTabName | undefined> = {
  contract: 'contract',
  change_order: 'contract',
  review: 'milestones',
  request: undefined,
  undated_request: undefined,
  message: 'feedback',
  draft: undefined,
  invoice: 'invoices',
};

function ReminderLink({ reminder }: { reminder: UpcomingReminder }) {
  const { kind, title, client, amount, goesOutAt, isPaused, projectId, projectTitle } = reminder;
  return (
    <Link
      to={studioProjectPath(projectId, TABS[kind])}
      title={projectTitle}
      className="grid min-h-11 min-w-0 flex-1 basis-64 content-center gap-0.5 py-1 no-underline hover:text-accent"
    >
      <span className="wrap-anywhere">
        <span className="font-semibold">{title}</span> to <bdi>{client}</bdi>
        {amount !== null && <span>, {formatCents(amount)}</span>}
      </span>
      <span className="flex items-center gap-2 text-sm text-ink-soft">
        {isPaused ? (
          <>
            <Badge tone="warning" size="sm">
              Paused
            </Badge>
            <span>was due to go out {whenWords(goesOutAt)}</span>
          </>
        ) : (
          <span>goes out {whenWords(goesOutAt)}</span>
        )}
      </span>
    </Link>
  );
}
