import { api } from '@atelier/domain/api.ts';
import type { UpcomingReminder } from '@atelier/domain/reminders/schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api-client.ts';
import { adminKeys } from '../../../lib/api/query-client.ts';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** Read again for each reader: what was done meanwhile is no longer in it. */
const previewReminders = ({ clientId, goesOutOn }: Pick<UpcomingReminder, 'clientId' | 'goesOutOn'>) =>
  queryOptions({
    queryKey: [...adminKeys.overview, 'reminders', clientId, goesOutOn],
    queryFn: async ({ signal }) =>
      (await callApi(api.previewReminders, { params: { id: clientId }, query: { day: goesOutOn }, signal }))
        .mails,
  });

/** The mails of a client's reminders on a day, as they would go out. */
export default function ReminderMails({
  reminder,
  isReading,
  onClose,
}: {
  reminder: UpcomingReminder;
  isReading: boolean;
  onClose: () => void;
}) {
  const query = useQuery({ ...previewReminders(reminder), enabled: isReading });
  return (
    <Dialog isOpen={isReading} onClose={onClose} title={`Reminders for ${reminder.client}`} size="lg">
      <div className="grid grid-cols-1 gap-6">
        <QueryState query={query} label="Loading the email…" rows={4} fallback="Failed to load the email." />
        {query.data?.length === 0 && (
          <p>No email goes out: it’s done or paused, or nobody on the client’s side gets this kind.</p>
        )}
        {query.data?.map(({ to, subject, text }) => (
          <article key={to} aria-label={`Email to ${to}`} className="grid grid-cols-1 gap-3">
            <p className="text-sm text-ink-soft wrap-anywhere">To {to}</p>
            <h3 className="text-lg font-semibold wrap-anywhere">{subject}</h3>
            <p className="rounded-lg border border-rule bg-raised p-4 whitespace-pre-wrap wrap-anywhere">
              {text}
            </p>
          </article>
        ))}
      </div>
    </Dialog>
  );
}
