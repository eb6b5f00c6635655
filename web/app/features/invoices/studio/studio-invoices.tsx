import { type InvoiceAction, invoiceRefusal } from '@atelier/domain/invoices/rules.ts';
import type { StudioInvoice } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Ban, Banknote, ChevronDown, FileMinus, Plus, ReceiptText, Wallet } from 'lucide-react';
import { type ComponentType, type RefObject, useRef, useState } from 'react';
import { landOn } from '../../../lib/pages/land-on.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState, SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { MenuButton, type MenuItem } from '../../../ui/overlays/menu.tsx';
import { InvoiceCard } from '../invoice-facts.tsx';
import { leftToPay, type MilestoneTitles, withCreditNotes } from '../invoice-words.ts';
import { listInvoicesAsStudio, type StudioInvoiceList } from '../invoices.queries.ts';
import { CreditNoteDialog } from './credit-note-dialog.tsx';
import { DraftCard } from './draft-card.tsx';
import { DeleteDialog, SendDialog, VoidDialog } from './invoice-dialogs.tsx';
import { InvoiceEditor } from './invoice-editor.tsx';
import { emptyInvoice, type InvoiceInput, inputOf, NEW, readForms } from './invoice-form.ts';
import { StudioPlan } from './studio-plan.tsx';

interface PaymentDialogProps {
  projectId: string;
  invoice: StudioInvoice;
  isOpen: boolean;
  onClose: () => void;
  onDone: (announcement: string) => void;
  finalFocus: RefObject<HTMLElement | null>;
}

/** What payments bring to an invoice. */
export interface InvoicePayments {
  /** What was paid for it, with what can be done about that. */
  List: ComponentType<{ projectId: string; invoiceId: string; onDone: (announcement: string) => void }>;
  Record: ComponentType<PaymentDialogProps>;
  PayWithCredit: ComponentType<PaymentDialogProps & { sources: readonly StudioInvoice[] }>;
}

/** The dialog that was opened last; it stays while its window fades out. */
interface Asked {
  kind: 'send' | 'delete' | 'void' | 'credit' | 'record' | 'pay-with-credit';
  invoice: StudioInvoice;
  isOpen: boolean;
  /** Each opening begins with an untouched form. */
  opening: number;
}

/**
 * A project's invoices as the studio writes them, sends them and sees them paid. An archived project can still be invoiced.
 * @param milestones undefined while they and the payments are on their way
 */
export default function StudioInvoices({
  project,
  milestones,
  payments,
}: {
  project: Project;
  milestones: MilestoneTitles | undefined;
  payments: InvoicePayments;
}) {
  const query = useQuery(listInvoicesAsStudio(project._id));
  if (project.status === 'draft') {
    return (
      <EmptyState icon={<ReceiptText aria-hidden="true" />} title="No invoices yet.">
        You can write them once the brief is submitted.
      </EmptyState>
    );
  }
  if (query.data && !milestones) return <SkeletonList label="Loading invoices…" rows={3} />;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      <QueryState query={query} label="Loading invoices…" rows={3} fallback="Failed to load invoices." />
      {query.data && milestones && (
        <Invoices
          key={project._id}
          project={project}
          milestones={milestones}
          payments={payments}
          list={query.data}
        />
      )}
    </div>
  );
}

function Invoices({
  project,
  milestones,
  payments,
  list: { items, plan, billing, settings },
}: {
  project: Project;
  milestones: MilestoneTitles;
  payments: InvoicePayments;
  list: StudioInvoiceList;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [asked, setAsked] = useState<Asked>();
  // What was left unsaved is open again.
  const [editing, setEditing] = useState<readonly string[]>(() => Object.keys(readForms(project._id)));
  const drafts = items.filter(({ status }) => status === 'draft');
  const sent = items.filter(({ status }) => status !== 'draft');
  const { open } = leftToPay(items);
  const edit = (id: string) => {
    setAnnouncement('');
    setEditing((before) => [...before, id]);
  };
  const editor = (id: string, start: InvoiceInput) => (
    <Card title={id === NEW ? 'New invoice' : `Draft: ${start.title}`}>
      <InvoiceEditor
        projectId={project._id}
        id={id}
        drafts={drafts}
        start={start}
        onDone={(line = '') => {
          setEditing((before) => before.filter((each) => each !== id));
          setAnnouncement(line);
          if (line === '') panel.current?.focus({ preventScroll: true });
          else landOn(panel.current);
        }}
      />
    </Card>
  );
  const ask = (kind: Asked['kind'], invoice: StudioInvoice) => {
    setAnnouncement('');
    setAsked({ kind, invoice, isOpen: true, opening: (asked?.opening ?? 0) + 1 });
  };
  // Drafts that were sent or deleted elsewhere while they are edited here.
  const gone = editing.filter((id) => id !== NEW && !drafts.some((draft) => draft.id === id));
  return (
    <div ref={panel} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <dl>
          <dt className="text-sm text-ink-soft">Left to pay</dt>
          <dd className="font-display text-2xl font-semibold tracking-tight wrap-anywhere tabular-nums">
            {formatCents(open)}
          </dd>
        </dl>
        {!editing.includes(NEW) && (
          <Button variant="secondary" onClick={() => edit(NEW)}>
            <Plus aria-hidden="true" className="size-4.5" />
            New invoice
          </Button>
        )}
      </div>
      <StatusLine tone="success" className="empty:hidden">
        {announcement}
      </StatusLine>
      {editing.includes(NEW) && editor(NEW, emptyInvoice(billing))}
      {gone.map((id) => (
        <div key={id}>{editor(id, readForms(project._id)[id]?.base.input ?? emptyInvoice(billing))}</div>
      ))}
      {drafts.length > 0 && (
        <section className="grid grid-cols-1 gap-4">
          <h2 className="text-lg">Drafts</h2>
          <ol aria-label="Drafts" className="grid grid-cols-1 gap-4">
            {drafts.map((draft) =>
              editing.includes(draft.id) ? (
                <li key={draft.id}>{editor(draft.id, inputOf(draft))}</li>
              ) : (
                <DraftCard
                  key={draft.id}
                  projectId={project._id}
                  draft={draft}
                  onEdit={() => edit(draft.id)}
                  onSend={() => ask('send', draft)}
                  onDelete={() => ask('delete', draft)}
                />
              ),
            )}
          </ol>
        </section>
      )}
      {items.length === 0 && editing.length === 0 && (
        <EmptyState icon={<ReceiptText aria-hidden="true" />} title="No invoices yet.">
          {plan.length > 0
            ? 'The plan below makes a draft of each payment when it’s due.'
            : 'Once the contract is accepted, its plan makes a draft of each payment when it’s due.'}
        </EmptyState>
      )}
      {sent.length > 0 && (
        <section className="grid grid-cols-1 gap-4">
          <h2 className="text-lg">Invoices</h2>
          <ol aria-label="Invoices" className="grid grid-cols-1 gap-4">
            {withCreditNotes(sent).map(({ invoice, notes }) => (
              <InvoiceCard
                key={invoice.id}
                invoice={invoice}
                notes={notes}
                payments={
                  <payments.List projectId={project._id} invoiceId={invoice.id} onDone={setAnnouncement} />
                }
                actions={<Actions invoice={invoice} items={items} ask={ask} />}
              />
            ))}
          </ol>
        </section>
      )}
      <StudioPlan
        projectId={project._id}
        plan={plan}
        invoices={items}
        milestones={milestones}
        settings={settings}
        onDone={setAnnouncement}
      />
      {asked && (
        <AskedDialog
          key={asked.opening}
          project={project}
          asked={asked}
          items={items}
          payments={payments}
          onClose={() => setAsked({ ...asked, isOpen: false })}
          onDone={(line) => {
            setAsked({ ...asked, isOpen: false });
            setAnnouncement(line);
          }}
          finalFocus={panel}
        />
      )}
    </div>
  );
}

const withCredit = (items: readonly StudioInvoice[], { id }: StudioInvoice) =>
  items.filter((each) => each.credit > 0 && each.id !== id);

/** What can be done with a sent invoice, as a menu; nothing with a void one. */
function Actions({
  invoice,
  items,
  ask,
}: {
  invoice: StudioInvoice;
  items: readonly StudioInvoice[];
  ask: (kind: Asked['kind'], invoice: StudioInvoice) => void;
}) {
  const item = (
    kind: Asked['kind'],
    label: string,
    icon: MenuItem['icon'],
    isPossible: boolean,
  ): MenuItem[] => (isPossible ? [{ label, ...(icon && { icon }), onSelect: () => ask(kind, invoice) }] : []);
  const may = (action: InvoiceAction) => invoiceRefusal(action, invoice) === undefined;
  const hasCredit = invoice.open > 0 && withCredit(items, invoice).length > 0;
  const sections = [
    [
      ...item('record', 'Record a payment…', Banknote, may('pay')),
      ...item('pay-with-credit', 'Pay with credit…', Wallet, may('pay') && hasCredit),
    ],
    [
      ...item('credit', 'Send a credit note…', FileMinus, may('credit')),
      ...item('void', 'Void…', Ban, may('void')),
    ],
  ];
  if (sections.flat().length === 0) return null;
  return (
    <MenuButton
      size="sm"
      variant="secondary"
      label={`Actions for invoice ${invoice.number}`}
      sections={sections}
    >
      Actions<span className="sr-only"> for invoice {invoice.number}</span>
      <ChevronDown aria-hidden="true" className="size-4" />
    </MenuButton>
  );
}

function AskedDialog({
  project,
  asked: { kind, invoice: asked, isOpen },
  items,
  payments,
  ...control
}: {
  project: Project;
  asked: Asked;
  items: readonly StudioInvoice[];
  payments: InvoicePayments;
  onClose: () => void;
  onDone: (announcement: string) => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const invoice = items.find(({ id }) => id === asked.id);
  const own = { ...control, projectId: project._id, isOpen, asked, invoice };
  const paid = { ...control, projectId: project._id, isOpen, invoice: invoice ?? asked };
  switch (kind) {
    case 'send':
      return <SendDialog {...own} email={project.email} />;
    case 'delete':
      return <DeleteDialog {...own} />;
    case 'void':
      return <VoidDialog {...own} />;
    case 'credit':
      return <CreditNoteDialog {...own} notes={items.filter(({ creditsId }) => creditsId === asked.id)} />;
    case 'record':
      return <payments.Record {...paid} />;
    case 'pay-with-credit':
      return <payments.PayWithCredit {...paid} sources={withCredit(items, asked)} />;
  }
}
