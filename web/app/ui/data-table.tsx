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
 * A table where there is room for one, else a list of cards: on phones, and beside a sidebar on small screens. One set of
 * elements for both: nothing is in the page twice.
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
                className="border-b border-rule px-4 pb-2.5 text-left text-xs font-semibold text-ink-faint first:pl-0 last:pr-0"
              >
                {column.isActions ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="grid gap-3 @min-[40rem]:grid-cols-2 @min-[56rem]:table-row-group">
          {rows.map((row) => (
            <DataRow key={rowKey(row)} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DataRow<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <tr className="flex min-w-0 flex-col gap-2 rounded-lg border border-rule bg-raised p-4 @min-[56rem]:table-row @min-[56rem]:rounded-none @min-[56rem]:border-0 @min-[56rem]:bg-transparent @min-[56rem]:hover:bg-raised">
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)}>
          {column.isTitle || column.isActions ? (
            column.cell(row)
          ) : (
            <>
              <span aria-hidden="true" className="text-ink-faint @min-[56rem]:hidden">
                {column.header}
              </span>
              <div className="min-w-0">{column.cell(row)}</div>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

function cellClass<Row>({ isTitle, isActions, className }: Column<Row>): string {
  return clsx(
    'min-w-0 align-middle @min-[56rem]:table-cell @min-[56rem]:border-b @min-[56rem]:border-rule @min-[56rem]:px-4 @min-[56rem]:py-3.5 @min-[56rem]:first:pl-0 @min-[56rem]:last:pr-0',
    isTitle && 'order-first text-lg font-semibold @min-[56rem]:text-base',
    isActions &&
      'mt-auto flex flex-wrap gap-2 @max-[56rem]:pt-2 @min-[56rem]:text-right @min-[56rem]:whitespace-nowrap',
    !isTitle &&
      !isActions &&
      'grid grid-cols-[6rem_minmax(0,1fr)] items-baseline gap-2 text-sm @min-[56rem]:text-base',
    className,
  );
}
