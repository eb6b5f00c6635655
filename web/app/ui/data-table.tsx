import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Heads the card on phones, where it stands without its header. */
  isTitle?: boolean;
  /** Buttons of the row: no header is shown, on the right. */
  isActions?: boolean;
  className?: string;
}

/**
 * A table that turns into a list of cards on phones. One set of elements for both: nothing is in the page twice.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isBusy = false,
}: {
  /** Names the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Fades what is shown while newer rows are on their way. */
  isBusy?: boolean;
}) {
  return (
    <table aria-busy={isBusy || undefined} className={clsx('block w-full md:table', isBusy && 'opacity-60')}>
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className="border-b border-rule px-4 pb-2.5 text-left text-xs font-semibold text-ink-faint first:pl-0 last:pr-0"
            >
              {column.isActions ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="grid gap-3 md:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className="grid gap-2 rounded-lg border border-rule bg-raised p-4 md:table-row md:rounded-none md:border-0 md:bg-transparent md:hover:bg-raised"
          >
            {columns.map((column) => (
              <td
                key={column.key}
                className={clsx(
                  'min-w-0 align-middle md:table-cell md:border-b md:border-rule md:px-4 md:py-3.5 md:first:pl-0 md:last:pr-0',
                  column.isTitle && 'order-first text-lg font-semibold md:text-base',
                  column.isActions && 'flex flex-wrap gap-2 pt-2 md:text-right md:whitespace-nowrap',
                  !column.isTitle &&
                    !column.isActions &&
                    'grid grid-cols-[7rem_1fr] gap-2 text-sm md:text-base',
                  column.className,
                )}
              >
                {!column.isTitle && !column.isActions && (
                  <span aria-hidden="true" className="text-ink-faint md:hidden">
                    {column.header}
                  </span>
                )}
                {column.isTitle || column.isActions ? (
                  column.cell(row)
                ) : (
                  <div className="min-w-0">{column.cell(row)}</div>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
