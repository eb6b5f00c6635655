import { type Clock, isoIn, isoNow } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { HttpMetrics } from '../http/metrics.ts';
import { countUnsentMails, findOldestWaiting } from './unsent-mails.repository.ts';

/** @param failedSeconds how long mails that were given up are counted */
export function addMailMetrics(
  metrics: HttpMetrics,
  { db, clock }: { db: Db; clock: Clock },
  failedSeconds: number,
): void {
  metrics.readForScrape(
    {
      mail_waiting: 'Emails in the outbox that have not left, those included that may not leave yet',
      mail_oldest_waiting_seconds: 'Age of the oldest email that is due or was tried in vain; 0 without any',
      mail_given_up: `Emails given up in the last ${failedSeconds / 86_400} days and not retried`,
    },
    async () => {
      const [counts, oldest] = await Promise.all([
        countUnsentMails(db, isoIn(clock, -failedSeconds)),
        findOldestWaiting(db, isoNow(clock)),
      ]);
      const age = oldest ? (clock.now().getTime() - Date.parse(oldest)) / 1_000 : 0;
      return {
        mail_waiting: counts.pending,
        mail_oldest_waiting_seconds: Math.max(0, age),
        mail_given_up: counts.failed,
      };
    },
  );
}
