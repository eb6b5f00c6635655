import { api } from '@atelier/domain/api.ts';
import { daysBetween } from '@atelier/domain/days.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { studioProjectPath } from '@atelier/domain/pages.ts';
import { REMINDER_HOUR } from '@atelier/domain/reminders/rules.ts';
import type { UpcomingReminder } from '@atelier/domain/reminders/schema.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api-client.ts';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { adminKeys, useMutation } from '../../../lib/api/query-client.ts';
import { localDay } from '../../../lib/format.ts';
import { Link } from '../../../lib/pages/links.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Part } from '../part.tsx';

/** Below the overview's key: what changes a project can change what goes out. */
const listReminders = () =>
  queryOptions({
    queryKey: [...adminKeys.overview, 'reminders'],
    queryFn: async ({ signal }) => (await callApi(api.listUpcomingReminders, { signal })).items,
  });

/** Pauses a client's reminders, or lets them go out again; the rows show it before they are refetched. */
function usePauseReminders() {
  const queryClient = useQueryClient();
  const { queryKey } = listReminders();
  return useMutation({
    mutationFn: ({ clientId, paused }: { clientId: string; paused: boolean }) =>
      callApi(api.pauseReminders, { params: { id: clientId }, body: { paused } }),
    onSuccess: ({ paused }, { clientId }) =>
      queryClient.setQueryData(queryKey, (items) =>
        items?.map((item) => (item.clientId === clientId ? { ...item, isPaused: paused } : item)),
      ),
    onError: (error) =>
      showToast(failureMessage(error, 'That didn’t work. Please try again.'), { tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

/** "today", "tomorrow", "in 3 days": for the reader, whose day may be another than the server's. */
export function whenWords(goesOutOn: string, now: Date = new Date()): string {
  const hour = String(REMINDER_HOUR).padStart(2, '0');
  const days = daysBetween(localDay(now), localDay(new Date(`${goesOutOn}T${hour}:00:00Z`)));
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
          <li key={reminder.subjectId} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
            <ReminderLink reminder={reminder} />
            <Button
              size="sm"
              variant="quiet"
              className="-mx-3"
              isPending={isPending && variables.clientId === reminder.clientId}
              onClick={() => mutate({ clientId: reminder.clientId, paused: !reminder.isPaused })}
            >
              {reminder.isPaused ? 'Let them go out' : 'Pause for this client'}
              <span className="sr-only"> ({reminder.client})</span>
            </Button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function ReminderLink({ reminder }: { reminder: UpcomingReminder }) {
  const { title, client, amount, goesOutOn, isPaused, projectId, projectTitle } = reminder;
  return (
    <Link
      to={studioProjectPath(projectId, 'invoices')}
      title={projectTitle}
      className="grid min-h-11 min-w-0 flex-1 basis-64 content-center gap-0.5 py-1 no-underline hover:text-accent"
    >
      <span className="wrap-anywhere">
        <span className="font-semibold">{title}</span> to <bdi>{client}</bdi>, {formatCents(amount)}
      </span>
      <span className="flex items-center gap-2 text-sm text-ink-soft">
        {isPaused ? (
          <>
            <Badge tone="warning" size="sm">
              Paused
            </Badge>
            was due to go out {whenWords(goesOutOn)}
          </>
        ) : (
          `goes out ${whenWords(goesOutOn)}`
        )}
      </span>
    </Link>
  );
}
