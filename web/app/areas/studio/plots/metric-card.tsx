import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

interface MetricTable {
  columns: readonly string[];
  /** The first cell of a row heads it. */
  rows: readonly (readonly string[])[];
}

/** A metric: what it comes to, a plot of it, and the table behind the plot. */
export function MetricCard({
  title,
  total,
  note,
  table,
  isEmpty,
  legend,
  foot,
  children,
}: {
  title: string;
  /** What all of it comes to, and what that is. */
  total: string;
  note: string;
  table: MetricTable;
  isEmpty: boolean;
  legend?: ReactNode;
  /** What neither the plot nor the table shows. */
  foot?: ReactNode;
  /** The plot. */
  children: ReactNode;
}) {
  const [isTable, setTable] = useState(false);
  const toggle = isTable ? 'Show as plot' : 'Show as table';
  return (
    <Card
      title={title}
      className="[&>:first-child]:flex-nowrap"
      actions={
        !isEmpty && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`${toggle}: ${title}`}
            className="-mr-3"
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'Plot' : 'Table'}
          </Button>
        )
      }
    >
      <p className="-mt-3 flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <span className="font-display text-2xl font-semibold tabular-nums">{total}</span>
        <span className="text-sm text-ink-soft">{note}</span>
      </p>
      {isEmpty && (
        <p className="grid h-40 place-items-center rounded-md bg-sunken p-4 text-center text-sm text-ink-soft">
          Nothing to plot yet. It starts with the first one.
        </p>
      )}
      {!isEmpty && isTable && <ValueTable title={title} table={table} />}
      {!isEmpty && !isTable && (
        <div className="grid grid-cols-1 gap-3">
          {legend}
          <div
            role="img"
            aria-label={`Plot of ${title.toLowerCase()}: ${total} ${note}. “Table” has the values.`}
          >
            {children}
          </div>
        </div>
      )}
      {foot && <p className="-mt-2 text-sm text-ink-soft">{foot}</p>}
    </Card>
  );
}

function ValueTable({ title, table }: { title: string; table: MetricTable }) {
  const [head = '', ...columns] = table.columns;
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col" className="border-b border-rule py-2 text-left font-semibold">
            {head}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="border-b border-rule py-2 pl-4 text-right font-semibold">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row" className="border-b border-rule py-1.5 text-left font-normal">
              {name}
            </th>
            {cells.map((cell, at) => (
              <td key={columns[at]} className="border-b border-rule py-1.5 pl-4 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
