import { MAX_PAGE } from '@atelier/domain/paging-rules.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button } from '../button.tsx';

/** The page that an address asks for: a whole number in range, else the first. */
export function parsePage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** Leads back from a page past the end (the last one on it was deleted, or the address was typed) to the last page. */
export function useLastPage(page: number, pages: number | undefined, goTo: (page: number) => void): void {
  const goBack = useEffectEvent(goTo);
  useEffect(() => {
    if (pages !== undefined && page > pages) goBack(pages);
  }, [page, pages]);
}

/** "Page X of Y" with Prev and Next; `note` follows after a dot ("42 total"). */
export function Pager({
  page,
  pages,
  note,
  onPage,
}: {
  page: number;
  pages: number;
  note?: string;
  onPage: (page: number) => void;
}) {
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p aria-live="polite" className="text-sm text-ink-soft tabular-nums">
        Page {page} of {pages}
        {note && <span> • {note}</span>}
      </p>
      <div className="flex gap-3">
        <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden="true" className="size-4" />
          Prev
        </Button>
        <Button variant="secondary" size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight aria-hidden="true" className="size-4" />
        </Button>
      </div>
    </nav>
  );
}

/** What a list that comes in parts has below it while there is more: asks for the next part. `children` says which. */
export function ShowMore({
  isPending,
  onMore,
  className = 'justify-self-center',
  children,
}: {
  isPending: boolean;
  onMore: () => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Button
      variant="secondary"
      className={className}
      isPending={isPending}
      pendingLabel="Loading…"
      onClick={onMore}
    >
      {children}
    </Button>
  );
}
