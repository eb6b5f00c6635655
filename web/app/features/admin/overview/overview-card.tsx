import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { failureMessage } from '../../../lib/api-error.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SkeletonList } from '../../../ui/skeleton.tsx';

export interface OverviewEntry {
  id: string;
  to: string;
  title: string;
  text: string;
  at: string;
}

/** One kind of thing that comes in: how many, and the newest of them. */
export function OverviewCard({
  title,
  query,
  total,
  entries = [],
  allTo,
  empty,
  fallback,
}: {
  title: string;
  query: { isPending: boolean; error: unknown; refetch: () => unknown };
  total: string | undefined;
  entries: readonly OverviewEntry[] | undefined;
  /** The list that holds all of them. */
  allTo: string;
  empty: string;
  /** What is shown when the list could not be had and the server did not say why. */
  fallback: string;
}) {
  return (
    <Card
      title={title}
      actions={<span className="font-display text-2xl font-semibold tabular-nums">{total}</span>}
    >
      {query.isPending && <SkeletonList rows={3} />}
      {query.error !== null && (
        <Alert
          tone="danger"
          action={
            <Button size="sm" onClick={() => query.refetch()}>
              Try again
            </Button>
          }
        >
          {failureMessage(query.error, fallback)}
        </Alert>
      )}
      {total !== undefined && entries.length === 0 && <p className="text-ink-soft">{empty}</p>}
      {entries.length > 0 && (
        <ul className="-mx-3 grid grid-cols-1">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Link
                to={entry.to}
                className="grid min-h-11 grid-cols-1 gap-0.5 rounded-md px-3 py-2.5 no-underline hover:bg-neutral-soft"
              >
                <span className="flex items-baseline justify-between gap-3">
                  <span className="truncate font-semibold">{entry.title}</span>
                  <time
                    dateTime={entry.at}
                    title={formatDateTime(entry.at)}
                    className="shrink-0 text-xs text-ink-faint"
                  >
                    {formatAgo(entry.at)}
                  </time>
                </span>
                <span className="truncate text-sm text-ink-soft">{entry.text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Link to={allTo} className="inline-flex min-h-11 items-center gap-1.5 justify-self-start font-semibold">
        See all
        <span className="sr-only"> {title.toLowerCase()}</span>
        <ArrowRight aria-hidden="true" className="size-4" />
      </Link>
    </Card>
  );
}
