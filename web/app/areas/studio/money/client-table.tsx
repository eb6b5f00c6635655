import { formatCents } from '@atelier/domain/money/rules.ts';
import type { Money } from '@atelier/domain/money/schema.ts';
import { studioProjectPath } from '@atelier/domain/pages.ts';
import { type Column, DataTable, NoValue } from '../../../ui/data-table.tsx';
import { Part } from '../part.tsx';

type Client = Money['clients'][number];

const clientColumns: Column<Client>[] = [
  { key: 'client', header: 'Client', isTitle: true, cell: ({ client }) => <bdi>{client}</bdi> },
  {
    key: 'invoiced',
    header: 'Invoiced',
    isNumber: true,
    cell: ({ invoiced }) => formatCents(invoiced),
  },
  { key: 'paid', header: 'Paid', isNumber: true, cell: ({ paid }) => formatCents(paid) },
  {
    key: 'open',
    header: 'Open',
    isNumber: true,
    cell: ({ open }) => (open > 0 ? formatCents(open) : <NoValue />),
  },
  {
    key: 'count',
    header: 'Invoices',
    isNumber: true,
    cell: ({ count }) => count.toLocaleString('en-US'),
  },
];

/** What clients were invoiced, those with the most first; a row opens the project of the newest invoice. */
export function ClientTable({ clients }: { clients: readonly Client[] }) {
  if (clients.length === 0) return null;
  return (
    <Part title="By client">
      <p className="-mt-3 text-sm text-ink-soft">Invoices of the last twelve months, the most first.</p>
      <DataTable
        caption="By client"
        columns={clientColumns}
        rows={clients}
        rowKey={({ client }) => client}
        rowTo={({ projectId }) => studioProjectPath(projectId, 'invoices')}
      />
    </Part>
  );
}
