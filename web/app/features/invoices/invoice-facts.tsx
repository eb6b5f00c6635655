import { invoiceAmounts } from '@atelier/domain/invoices/amounts.ts';
import { type InvoiceState, invoiceAnchor, invoiceStateLabels } from '@atelier/domain/invoices/rules.ts';
import type { BillingDetails, Invoice } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { clsx } from 'clsx';
import { type ReactNode, useRef } from 'react';
import { formatDate } from '../../lib/format.ts';
import { useAnchorFocus } from '../../lib/pages/use-anchor-focus.ts';
import { typedQuantity } from '../../lib/typed-amount.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/feedback/alert.tsx';
import { Folded } from '../../ui/folded.tsx';
import { DownloadLink } from '../../ui/safe-link.tsx';
import { dueWords } from './invoice-words.ts';

const tones: Record<InvoiceState, Tone> = {
  draft: 'neutral',
  sent: 'info',
  part_paid: 'warning',
  overdue: 'danger',
  paid: 'success',
  void: 'neutral',
};

/** How an invoice stands, as a badge. */
export function InvoiceStateBadge({ state }: { state: InvoiceState }) {
  return <Badge tone={tones[state]}>{invoiceStateLabels[state]}</Badge>;
}

/** What a tax is called, with its rate. */
export const taxWords = ({ name, rate }: { name: string; rate: number }): string =>
  rate === 0 ? name : `${name}, ${typedQuantity(rate)}%`;

/** What lines come to: the sum, each tax, and the total where there is a tax. */
export function InvoiceTotals({ lines }: { lines: Parameters<typeof invoiceAmounts>[0] }) {
  const { net, taxes, tax, total } = invoiceAmounts(lines);
  const row = (label: string, amount: number, isTotal = false) => (
    <div
      key={label}
      className={clsx('flex flex-wrap justify-between gap-x-6', isTotal && 'text-base font-semibold')}
    >
      <dt className={clsx('min-w-0 wrap-anywhere', !isTotal && 'text-ink-soft')}>{label}</dt>
      <dd className="ml-auto min-w-0 wrap-anywhere tabular-nums">{formatCents(amount)}</dd>
    </div>
  );
  return (
    <dl className="grid grid-cols-1 gap-1.5 text-sm">
      {tax !== 0 && row('Without tax', net)}
      {taxes.filter((each) => each.tax !== 0).map((each) => row(taxWords(each), each.tax))}
      {row('Total', total, true)}
    </dl>
  );
}

/** The lines of an invoice; its document has them too. Nothing where they say no more than the invoice's title. */
export function InvoiceLines({ invoice: { title, number, lines } }: { invoice: Invoice }) {
  const { lines: amounts, tax } = invoiceAmounts(lines);
  const [only] = lines;
  const isPlain = lines.length === 1 && only?.title === title && !only.detail && only.quantity === 100;
  if (isPlain && tax === 0) return null;
  return (
    <Folded
      summary={
        <>
          {lines.length === 1 ? 'What it’s for' : `What it’s for, in ${lines.length} lines`}
          <span className="sr-only">: {number ?? title}</span>
        </>
      }
    >
      <ol className="grid grid-cols-1 divide-y divide-rule">
        {lines.map(({ id, title: name, detail, quantity, unitPrice }, index) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5 first:pt-0">
            <div className="min-w-0 flex-1 basis-40">
              <p className="wrap-anywhere">{name}</p>
              {detail && <p className="text-sm whitespace-pre-line wrap-anywhere text-ink-soft">{detail}</p>}
              {quantity !== 100 && (
                <p className="text-sm text-ink-soft tabular-nums">
                  {typedQuantity(quantity)} × {formatCents(unitPrice)}
                </p>
              )}
            </div>
            <p className="ml-auto min-w-0 wrap-anywhere tabular-nums">{formatCents(amounts[index] ?? 0)}</p>
          </li>
        ))}
      </ol>
      <div className="border-t border-rule pt-3">
        <InvoiceTotals lines={lines} />
      </div>
    </Folded>
  );
}

/** A sent invoice's dates, and how it stands in words. */
function StandingWords({ invoice }: { invoice: Invoice }) {
  const { state, issuedOn, dueOn, paidOn, open, paid, credited } = invoice;
  const sent = `Sent ${formatDate(issuedOn)}`;
  if (state === 'void') return <span>{sent}, and void since. There’s nothing to pay.</span>;
  if (state === 'paid') {
    return (
      <span>
        {sent} · {paidOn ? `paid ${formatDate(paidOn)}` : 'nothing left to pay'}
      </span>
    );
  }
  return (
    <>
      <span>{sent}</span>
      {dueOn && (
        <span>
          {' · '}
          <span className={clsx(state === 'overdue' && 'font-semibold text-danger')}>{dueWords(dueOn)}</span>,{' '}
          {formatDate(dueOn)}
        </span>
      )}
      {(paid !== 0 || credited !== 0) && (
        <span>
          {' · '}
          <span className="font-semibold text-ink">{formatCents(open)}</span> left to pay
        </span>
      )}
    </>
  );
}

/** The document as it was sent. */
function PdfLink({ invoice: { url, number, kind } }: { invoice: Invoice }) {
  const name = kind === 'invoice' ? 'invoice' : 'credit note';
  return (
    url && (
      <DownloadLink href={url} look={{ size: 'sm', variant: 'secondary' }}>
        Download the PDF
        <span className="sr-only">
          {' '}
          of {name} {number}
        </span>
      </DownloadLink>
    )
  );
}

/** What took something off an invoice. */
function CreditNotes({ notes }: { notes: readonly Invoice[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Credit notes" className="grid grid-cols-1 divide-y divide-rule border-t border-rule">
      {notes.map((note) => (
        <li key={note.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-semibold">Credit note {note.number}</p>
            <p className="text-sm whitespace-pre-line wrap-anywhere text-ink-soft">
              {formatDate(note.issuedOn)} · {note.reason}
            </p>
          </div>
          <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-4 gap-y-2">
            <PdfLink invoice={note} />
            <span className="min-w-0 wrap-anywhere tabular-nums">{formatCents(-note.total)}</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** A sent invoice with what was paid for it and its credit notes. */
export function InvoiceCard({
  invoice,
  notes,
  actions,
  payments,
  children,
}: {
  invoice: Invoice;
  notes: readonly Invoice[];
  /** Beside the link to its document. */
  actions?: ReactNode;
  payments: ReactNode;
  /** Below everything else. */
  children?: ReactNode;
}) {
  const { kind, number, title, note, total, state, reason, credit } = invoice;
  const heading = useRef<HTMLHeadingElement>(null);
  const anchor = invoiceAnchor(invoice.id);
  useAnchorFocus(anchor, heading);
  return (
    <li
      id={anchor}
      className="grid grid-cols-1 gap-4 rounded-lg border border-rule bg-raised p-5 max-xs:p-3 sm:p-7"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-64 max-xs:basis-full grid-cols-1 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3 ref={heading} tabIndex={-1} className="text-lg outline-none">
              {kind === 'invoice' ? 'Invoice' : 'Credit note'} {number}
            </h3>
            <InvoiceStateBadge state={state} />
          </div>
          <p className="wrap-anywhere">{title}</p>
        </div>
        <p
          className={clsx(
            'min-w-0 font-display text-xl font-semibold tracking-tight wrap-anywhere tabular-nums',
            state === 'void' && 'text-ink-soft line-through',
          )}
        >
          {formatCents(total)}
        </p>
      </div>
      <div className="grid grid-cols-1 gap-1 text-sm">
        <p className="text-ink-soft">
          <StandingWords invoice={invoice} />
        </p>
        {credit > 0 && (
          <p>
            Paid <span className="font-semibold tabular-nums">{formatCents(credit)}</span> more than was due:
            it’s kept as a credit.
          </p>
        )}
        {reason && <p className="whitespace-pre-line wrap-anywhere">{reason}</p>}
      </div>
      {note && <p className="max-w-measure whitespace-pre-line wrap-anywhere">{note}</p>}
      <InvoiceLines invoice={invoice} />
      <div className="hidden grid-cols-1 has-[li]:grid">
        {payments}
        <CreditNotes notes={notes} />
      </div>
      <div className="flex flex-wrap gap-3">
        <PdfLink invoice={invoice} />
        {actions}
      </div>
      {children}
    </li>
  );
}

/** Whom invoices are for. */
export function BilledTo({ billing: { name, address, taxId } }: { billing: BillingDetails }) {
  return (
    <address className="grid grid-cols-1 gap-1 wrap-anywhere not-italic">
      <span className="font-semibold wrap-anywhere">{name}</span>
      {address && <span className="whitespace-pre-line">{address}</span>}
      {taxId && <span className="text-sm text-ink-soft">Tax ID {taxId}</span>}
    </address>
  );
}
