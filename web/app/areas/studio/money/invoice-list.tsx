import { INVOICE_FILTERS, type InvoiceFilter, invoiceStateLabels } from '@atelier/domain/invoices/rules.ts';
import type { ListedInvoice } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { INVOICES_ANCHOR, studioProjectPath } from '@atelier/domain/pages.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ReceiptText } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { formatDate } from '../../../lib/format.ts';
import { useAnchorFocus } from '../../../lib/pages/use-anchor-focus.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type Column, DataTable, NoValue } from '../../../ui/data-table.tsx';
import type { Tone } from '../../../ui/feedback/alert.tsx';
import { EmptyState } from '../../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { ChoiceGroup } from '../../../ui/forms/choices.tsx';
import { useChosen } from '../../../ui/list/list-address.ts';
import { ShowMore } from '../../../ui/list/pager.tsx';
import { Part } from '../part.tsx';
import { listAllInvoices } from './money.queries.ts';

const stateTone: Record<ListedInvoice['state'], Tone> = {
  draft: 'neutral',
  sent: 'info',
  part_paid: 'info',
  overdue: 'danger',
  paid: 'success',
  void: 'neutral',
};

const numberOf = ({ number, kind }: ListedInvoice) => {
  if (number === null) return 'Draft';
  return kind === 'credit_note' ? `Credit note ${number}` : number;
};

const invoiceColumns: Column<ListedInvoice>[] = [
  {
    key: 'what',
    header: 'Number, what for',
    isTitle: true,
    cell: (invoice) => (
      <span className="inline-flex max-w-full items-center gap-x-3">
        <span className="min-w-0 wrap-anywhere @min-[56rem]:truncate">
          <span className="tabular-nums">{numberOf(invoice)}</span>{' '}
          <bdi className="font-normal">{invoice.title}</bdi>
        </span>
        {invoice.isProjectDeleted && <Badge>Project deleted</Badge>}
      </span>
    ),
  },
  {
    key: 'client',
    header: 'Client',
    className: '@min-[56rem]:max-w-56',
    cell: ({ client, projectTitle }) => (
      <bdi title={`${client} · ${projectTitle}`} className="wrap-anywhere">
        {client}
      </bdi>
    ),
  },
  {
    key: 'total',
    header: 'Amount',
    isNumber: true,
    // A credit note takes something off.
    cell: ({ kind, total }) => formatCents(kind === 'credit_note' ? -total : total),
  },
  {
    key: 'open',
    header: 'Open',
    isNumber: true,
    cell: ({ open }) => (open > 0 ? formatCents(open) : <NoValue />),
  },
  {
    key: 'due',
    header: 'Due',
    cell: ({ dueOn, state }) =>
      dueOn === null ? (
        <NoValue />
      ) : (
        <time dateTime={dueOn} className={clsx(state === 'overdue' && 'font-semibold text-danger')}>
          {formatDate(dueOn)}
        </time>
      ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={stateTone[state]}>{invoiceStateLabels[state]}</Badge>,
  },
];

const filterLabels: Record<InvoiceFilter, string> = {
  open: 'Open',
  overdue: 'Overdue',
  draft: 'Drafts',
  paid: 'Paid',
  all: 'All',
};
const filterChoices = INVOICE_FILTERS.map((value) => ({ value, label: filterLabels[value] }));

const emptyTitles: Record<InvoiceFilter, string> = {
  open: 'Nothing is left to pay.',
  overdue: 'Nothing is overdue.',
  draft: 'No drafts.',
  paid: 'Nothing is paid yet.',
  all: 'No invoices yet.',
};

/** The filter in the address (`?state=`): open ones by default. */
function useInvoiceFilter(): [state: InvoiceFilter, show: (state: InvoiceFilter) => void] {
  const [params, setParams] = useSearchParams();
  const state = INVOICE_FILTERS.find((each) => each === params.get('state')) ?? 'open';
  const show = (wanted: InvoiceFilter) =>
    setParams(wanted === 'open' ? {} : { state: wanted }, { preventScrollReset: true });
  return [state, show];
}

/** The invoices and credit notes of all projects, newest first. */
export function InvoiceList() {
  const [state, show] = useInvoiceFilter();
  const [chosen, choose] = useChosen(state, show);
  const list = useInfiniteQuery(listAllInvoices(state));
  const heading = useRef<HTMLHeadingElement>(null);
  useAnchorFocus(INVOICES_ANCHOR, heading);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Part title="Invoices" heading={heading}>
      <ChoiceGroup
        legend="State"
        isLegendHidden
        choices={filterChoices}
        value={chosen}
        onChange={choose}
        className="max-sm:[&_label]:px-2.5 max-sm:[&_label]:text-sm"
      />
      <QueryState query={list} label="Loading invoices…" rows={6} fallback="Failed to load the invoices." />
      {list.isSuccess && !list.isPlaceholderData && items.length === 0 && (
        <EmptyState icon={<ReceiptText aria-hidden="true" />} title={emptyTitles[state]}>
          Invoices come from a signed contract’s plan, or are written in a project.
        </EmptyState>
      )}
      {items.length > 0 && (
        <DataTable
          caption="Invoices"
          columns={invoiceColumns}
          rows={items}
          rowKey={(invoice) => invoice._id}
          rowTo={({ projectId, isProjectDeleted }) =>
            isProjectDeleted ? undefined : studioProjectPath(projectId, 'invoices')
          }
          isBusy={list.isPlaceholderData}
        />
      )}
      {list.hasNextPage && (
        <ShowMore isPending={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          Show more
        </ShowMore>
      )}
    </Part>
  );
}
