import { FAILED_MAILS_DAYS } from '@atelier/domain/projects/rules.ts';
import type { Overview } from '@atelier/domain/projects/schema.ts';
import { formatDate } from '../../../lib/format.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';

/** Mails that never arrived: the studio has to reach their recipients in another way. */
export function FailedMails({ mails }: { mails: Overview['failedMails'] }) {
  const { total, items } = mails;
  if (total === 0) return null;
  const more = total - items.length;
  return (
    <Alert
      tone="warning"
      isUrgent={false}
      title={total === 1 ? 'An email couldn’t be delivered.' : `${total} emails couldn’t be delivered.`}
    >
      <ul className="mb-2 grid list-disc grid-cols-1 gap-1 pl-5">
        {items.map(({ id, to, subject, since }) => (
          <li key={id} className="wrap-anywhere">
            <a href={`mailto:${encodeURIComponent(to)}`}>{to}</a>: “{subject}”, {formatDate(since)}
          </li>
        ))}
        {more > 0 && <li>and {more.toLocaleString('en-US')} more</li>}
      </ul>
      Check the address, or call. If many fail, check SMTP_URL: “npm run studio -- doctor” helps. This note
      goes away {FAILED_MAILS_DAYS} days after the last one.
    </Alert>
  );
}
