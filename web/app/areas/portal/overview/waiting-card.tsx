import { ChevronRight, CircleCheck } from 'lucide-react';
import { Link } from '../../../lib/pages/links.ts';
import { useTabLink } from '../../../lib/pages/tab-link.ts';
import { Card } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx';
import type { WaitingItem } from './waiting-item.ts';

/** The part of a query that the card needs. */
export interface Asked {
  isPending: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** What waits for the reader, each a link to its place. `quiet` is shown when nothing waits. */
export function WaitingCard({
  items,
  asked,
  quiet,
}: {
  items: readonly WaitingItem[];
  /** The questions whose answers `items` was made of. */
  asked: readonly Asked[];
  quiet: string;
}) {
  const failed = asked.filter(({ error }) => error);
  const isPending = asked.some((question) => question.isPending);
  return (
    <Card title="Waiting for you" className="print:hidden">
      {failed.length > 0 && (
        <LoadFailure
          error={failed[0]?.error}
          fallback="Failed to load what needs you."
          onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      )}
      {isPending ? (
        <SkeletonList label="Checking what needs you…" rows={2} />
      ) : (
        <>
          {items.length > 0 && (
            <ul className="-my-3 grid grid-cols-1 divide-y divide-rule">
              {items.map((item) => (
                <Row key={item.key} item={item} />
              ))}
            </ul>
          )}
          {items.length === 0 && failed.length === 0 && (
            <p className="flex items-start gap-3 text-ink-soft">
              <CircleCheck aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-success" />
              {quiet}
            </p>
          )}
        </>
      )}
    </Card>
  );
}

function Row({ item: { title, detail, tab, anchor } }: { item: WaitingItem }) {
  const linkTo = useTabLink();
  return (
    <li>
      <Link
        to={linkTo(tab, anchor)}
        className="group -mx-2 grid min-h-11 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 rounded-md px-2 py-3 no-underline"
      >
        <span aria-hidden="true" className="size-2.5 rounded-full bg-accent" />
        <span className="grid min-w-0 gap-0.5">
          <span className="font-semibold wrap-anywhere group-hover:underline">{title}</span>
          <span className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">{detail}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 text-ink-faint" />
      </Link>
    </li>
  );
}
