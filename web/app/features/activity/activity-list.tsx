import type { Activity } from '@atelier/domain/activity/schema.ts';
import { activityDeed, activityQuote } from '@atelier/domain/activity/sentence.ts';
import { clsx } from 'clsx';
import { formatAgo, formatDateTime } from '../../lib/format.ts';

/** Who did what, when; for the studio also from which network address. Everything quoted is somebody's text. */
export function ActivityList({ items }: { items: readonly Activity[] }) {
  return (
    <ol className="grid grid-cols-1">
      {items.map((item) => (
        <Row key={item.id} item={item} />
      ))}
    </ol>
  );
}

function Row({ item }: { item: Activity }) {
  const quote = activityQuote(item);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-l border-rule pb-5 pl-4 last:pb-0">
      <span
        aria-hidden="true"
        className={clsx(
          'mt-2 -ml-[1.3rem] size-2.5 rounded-full ring-4 ring-raised',
          item.actorRole === 'owner' ? 'bg-accent' : 'bg-ink-soft',
        )}
      />
      <div className="grid gap-1">
        <p className="wrap-anywhere">
          <span className="font-semibold">{item.actorName}</span> {activityDeed(item)}
        </p>
        {quote && (
          <blockquote className="line-clamp-4 border-l-2 border-rule pl-3 text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
            {quote}
          </blockquote>
        )}
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-faint">
          <time dateTime={item.createdAt} title={formatDateTime(item.createdAt)}>
            {formatAgo(item.createdAt)}
          </time>
          {item.actorAddress && <span className="font-mono text-xs leading-5">{item.actorAddress}</span>}
        </p>
      </div>
    </li>
  );
}
