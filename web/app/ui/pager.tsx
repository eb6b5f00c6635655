import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

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
        {note && ` • ${note}`}
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
