import { api } from '@atelier/domain/api.ts';
import type { Invoice } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { paymentMethodLabels, RECORDED_METHODS } from '@atelier/domain/payments/rules.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useKeyed } from '../../../lib/api/keyed.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { localDay } from '../../../lib/format.ts';
import { parseTypedAmount, typedAmount } from '../../../lib/typed-amount.ts';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { changesPayments } from '../payments.queries.ts';
import { DayInput, type DialogControl, type RecordInput, recordFormSchema } from './payment-forms.tsx';

const METHODS = RECORDED_METHODS.map((value) => ({ value, label: paymentMethodLabels[value] }));

/** What an amount does to an invoice; empty while it is no amount. */
export function effectWords(amount: number, open: number): string {
  if (!(amount > 0)) return '';
  if (amount > open) {
    const beyond = formatCents(amount - open);
    return open === 0
      ? `The invoice is paid already: ${beyond} becomes a credit.`
      : `${beyond} more than is left to pay: it becomes a credit.`;
  }
  return amount === open ? 'That pays the invoice in full.' : `Leaves ${formatCents(open - amount)} to pay.`;
}

/** Records a payment that arrived for an invoice. */
export function RecordDialog({
  projectId,
  invoice,
  onDone,
  ...control
}: DialogControl & { invoice: Pick<Invoice, 'id' | 'number' | 'open'> }) {
  const { id: invoiceId, number, open } = invoice;
  const recording = useCall(useKeyed(api.recordPayment), changesPayments(projectId));
  const form = useForm<RecordInput, unknown, z.output<typeof recordFormSchema>>({
    defaultValues: {
      amount: open > 0 ? typedAmount(open) : '',
      fee: '',
      method: 'transfer',
      reference: '',
      on: localDay(),
      note: '',
    },
    resolver: zodResolver(recordFormSchema),
  });
  const { errors } = form.formState;
  const record = form.handleSubmit((paid) =>
    recording.mutate(
      { params: { id: projectId, invoiceId }, body: paid },
      { onSuccess: () => onDone(`Recorded ${formatCents(paid.amount)} for invoice ${number}.`) },
    ),
  );
  return (
    <FormDialog
      {...control}
      title={`Record a payment for invoice ${number}`}
      description="Your client gets an email that it arrived."
      submitLabel="Record the payment"
      pendingLabel="Recording…"
      change={recording}
      fallback="Failed to record the payment."
      onSubmit={record}
    >
      <div className="grid grid-cols-1 gap-1">
        <Field label="Amount in US dollars" isRequired error={errors.amount?.message}>
          <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" />
        </Field>
        <StatusLine>{effectWords(parseTypedAmount(form.watch('amount')), open)}</StatusLine>
      </div>
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label="Arrived on" isRequired error={errors.on?.message}>
          <DayInput control={form.control} name="on" />
        </Field>
        <Field label="How" error={errors.method?.message}>
          <Select {...form.register('method')} choices={METHODS} />
        </Field>
        <Field label="Reference" isOptional hint="Your client sees it." error={errors.reference?.message}>
          <Input {...form.register('reference')} autoComplete="off" />
        </Field>
        <Field label="Bank fee" isOptional hint="What the bank kept." error={errors.fee?.message}>
          <Input {...form.register('fee')} inputMode="decimal" autoComplete="off" placeholder="0.00" />
        </Field>
      </div>
      <Field label="Note" isOptional hint="Only you see it." error={errors.note?.message}>
        <Input {...form.register('note')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
