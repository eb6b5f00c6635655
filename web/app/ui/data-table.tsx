import type { PageAddress } from '@atelier/domain/pages.ts';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '../lib/pages/links.ts';

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Heads the card on phones, where it stands without its header. */
  isTitle?: boolean;
  /** Buttons of the row: no header is shown, on the right. */
  isActions?: boolean;
  /** Amounts or counts to compare: on the right, in digits of one width. */
  isNumber?: boolean;
  className?: string;
}

/** Stands in a cell where a row has none of what its column shows; a card leaves the cell out. */
export function NoValue() {
  return (
    <span data-no-value="" className="text-ink-faint">
      —
    </span>
  );
}

const ROW_LINK = 'a[data-row-link]';

/**
 * Has a press anywhere on a row follow its title's link, unless it was on another control or selected text. Not by an
 * element over the row: that would keep its text from being selected.
 */
function useWholeRows() {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const rows = body.current;
    const follow = (event: MouseEvent) => {
      const target = event.target as Element;
      if (event.button > 1 || target.closest('a, button, input, [role=menu]')) return;
      const link = target.closest('tr')?.querySelector<HTMLAnchorElement>(ROW_LINK);
      if (!link || getSelection()?.toString()) return;
      if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener');
      else link.click();
    };
    rows?.addEventListener('click', follow);
    rows?.addEventListener('auxclick', follow);
    return () => {
      rows?.removeEventListener('click', follow);
      rows?.removeEventListener('auxclick', follow);
    };
  }, []);
  return body;
}

/**
 * A table with rows of one line where there is room for one, else a list of cards: on phones, and beside a sidebar on small
 * screens. One set of elements for both: nothing is in the page twice.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowTo,
  isBusy = false,
}: {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What a row opens, by the link of its title and by a press anywhere on it. */
  rowTo?: (row: Row) => PageAddress | undefined;
  /** Fades what is shown while newer rows are on their way. */
  isBusy?: boolean;
}) {
  const body = useWholeRows();
  return (
    <div className="@container">
      <table
        aria-busy={isBusy || undefined}
        className={clsx('relative block w-full @min-[56rem]:table', isBusy && 'opacity-60')}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only @min-[56rem]:not-sr-only @min-[56rem]:table-header-group">
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={clsx(
                  'border-b border-rule pb-1.5 text-xs font-semibold whitespace-nowrap text-ink-faint',
                  column.isNumber ? 'px-3 text-right' : 'px-1.5 text-left',
                )}
              >
                {column.isActions ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} className="grid gap-3 @min-[40rem]:grid-cols-2 @min-[56rem]:table-row-group">
          {rows.map((row) => (
            <DataRow key={rowKey(row)} row={row} columns={columns} to={rowTo?.(row)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DataRow<Row>({
  row,
  columns,
  to,
}: {
  row: Row;
  columns: readonly Column<Row>[];
  to: PageAddress | undefined;
}) {
  return (
    <tr
      className={clsx(
        'flex min-w-0 flex-col gap-2 rounded-lg border border-rule bg-raised p-4 @min-[56rem]:table-row @min-[56rem]:rounded-none @min-[56rem]:border-0 @min-[56rem]:bg-transparent @min-[56rem]:hover:bg-raised',
        to && 'cursor-pointer',
      )}
    >
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)}>
          {column.isTitle && to ? (
            <Link
              to={to}
              data-row-link=""
              className="block min-w-0 no-underline outline-offset-0 hover:text-accent @min-[56rem]:truncate"
            >
              {column.cell(row)}
            </Link>
          ) : column.isTitle || column.isActions ? (
            column.cell(row)
          ) : (
            <>
              <span aria-hidden="true" className="text-ink-faint @min-[56rem]:hidden">
                {column.header}
              </span>
              <div className="min-w-0 @min-[56rem]:truncate">{column.cell(row)}</div>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

function cellClass<Row>({ isTitle, isActions, isNumber, className }: Column<Row>): string {
  return clsx(
    'min-w-0 align-middle @min-[56rem]:table-cell @min-[56rem]:border-b @min-[56rem]:border-rule @min-[56rem]:h-11 @min-[56rem]:py-0 @min-[56rem]:whitespace-nowrap',
    isNumber ? 'tabular-nums @min-[56rem]:px-3 @min-[56rem]:text-right' : '@min-[56rem]:px-1.5',
    // As wide as the other columns leave it; what doesn't fit is cut.
    isTitle &&
      'order-first text-lg font-semibold @min-[56rem]:w-full @min-[56rem]:max-w-0 @min-[56rem]:truncate @min-[56rem]:text-sm',
    isActions &&
      'mt-auto flex flex-wrap gap-2 @max-[56rem]:pt-2 @min-[56rem]:text-right @min-[56rem]:whitespace-nowrap',
    !isTitle &&
      !isActions &&
      'grid grid-cols-[6rem_minmax(0,1fr)] items-baseline gap-2 text-sm @max-[56rem]:has-data-no-value:hidden',
    className,
  );
}
