import { api } from '@atelier/domain/api.ts';
import { creditAmounts, invoiceAmounts, type TaxAmount } from '@atelier/domain/invoices/amounts.ts';
import { creditInvoiceSchema, type StudioInvoice } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useKeyed } from '../../../lib/api/keyed.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { parseTypedAmount, typedAmount } from '../../../lib/typed-amount.ts';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { changesInvoices } from '../invoices.queries.ts';
import type { InvoiceDialogProps } from './invoice-dialogs.tsx';

const formSchema = z
  .object({ amount: z.string(), reason: z.string() })
  .transform(({ amount, reason }) => ({ amount: parseTypedAmount(amount), reason }))
  .pipe(creditInvoiceSchema);

/**
 * What can still be credited of an invoice, and what an amount without tax comes to. The taxes of earlier notes are worked out
 * in their order, as the server did.
 */
export function creditable(invoice: StudioInvoice, notes: readonly StudioInvoice[]) {
  const { taxes } = invoiceAmounts(invoice.lines);
  const before: TaxAmount[][] = [];
  for (const { net } of notes.toReversed()) before.push(creditAmounts(taxes, before, net).taxes);
  const left = invoice.net - notes.reduce((sum, { net }) => sum + net, 0);
  return { left, amounts: (net: number) => creditAmounts(taxes, before, net) };
}

/** Sends a credit note that takes something off an invoice. */
export function CreditNoteDialog({
  projectId,
  asked,
  invoice = asked,
  notes,
  onDone,
  ...control
}: InvoiceDialogProps & {
  /** The invoice's credit notes so far, newest first. */
  notes: readonly StudioInvoice[];
}) {
  const crediting = useCall(useKeyed(api.creditInvoice), changesInvoices(projectId));
  const { left, amounts } = creditable(invoice, notes);
  const form = useForm<z.input<typeof formSchema>, unknown, z.output<typeof formSchema>>({
    defaultValues: { amount: typedAmount(left), reason: '' },
    resolver: zodResolver(formSchema),
  });
  const { errors } = form.formState;
  const net = parseTypedAmount(form.watch('amount'));
  const credit = form.handleSubmit((written) =>
    crediting.mutate(
      { params: { id: projectId, invoiceId: asked.id }, body: written },
      { onSuccess: () => onDone(`Sent a credit note for invoice ${asked.number}.`) },
    ),
  );
  return (
    <FormDialog
      {...control}
      title={`Send a credit note for invoice ${asked.number}`}
      description="It takes something off the invoice, leaves by email with its own PDF, and can’t be changed afterwards."
      submitLabel="Send the credit note"
      pendingLabel="Sending…"
      change={crediting}
      fallback="Failed to send the credit note."
      onSubmit={credit}
    >
      <div className="grid grid-cols-1 gap-1">
        <Field
          label={invoice.tax === 0 ? 'Amount in US dollars' : 'Amount without tax, in US dollars'}
          isRequired
          hint={`At most ${formatCents(left)}.`}
          error={errors.amount?.message}
        >
          <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" />
        </Field>
        <StatusLine>
          {Number.isInteger(net) && net > 0 && net <= left && creditWords(invoice, amounts(net))}
        </StatusLine>
      </div>
      <Field label="Why" isRequired hint="It’s on the credit note." error={errors.reason?.message}>
        <Textarea {...form.register('reason')} rows={2} className="min-h-20!" />
      </Field>
    </FormDialog>
  );
}

/** What a credit note does to its invoice. */
function creditWords({ open }: StudioInvoice, { total, tax }: { total: number; tax: number }): string {
  const takes = `Takes off ${formatCents(total)}${tax === 0 ? '' : `, ${formatCents(tax)} of it tax`}`;
  if (total <= open) return `${takes}: ${formatCents(open - total)} is left to pay.`;
  return `${takes}: ${formatCents(total - open)} becomes a credit.`;
}
