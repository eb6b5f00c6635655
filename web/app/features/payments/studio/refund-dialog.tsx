import { formatCents } from '@atelier/domain/money/rules.ts';
import type { StudioPayment } from '@atelier/domain/payments/schema.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { localDay } from '../../../lib/format.ts';
import { typedAmount } from '../../../lib/typed-amount.ts';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { paymentWords } from '../payment-list.tsx';
import { useRefundPayment } from '../payments.queries.ts';
import { DayInput, type DialogControl, type RefundInput, refundFormSchema } from './payment-forms.tsx';

/** Records what was paid back of a payment. */
export function RefundDialog({
  projectId,
  payment,
  onDone,
  ...control
}: DialogControl & { payment: StudioPayment }) {
  const refunding = useRefundPayment(projectId);
  const form = useForm<RefundInput, unknown, z.output<typeof refundFormSchema>>({
    defaultValues: { amount: typedAmount(payment.amount), on: localDay(), note: '' },
    resolver: zodResolver(refundFormSchema),
  });
  const { errors } = form.formState;
  const refund = form.handleSubmit((paid) =>
    refunding.mutate(
      { paymentId: payment.id, ...paid },
      { onSuccess: () => onDone(`Recorded that ${formatCents(paid.amount)} was paid back.`) },
    ),
  );
  return (
    <FormDialog
      {...control}
      title="Record a refund"
      description={`Of ${formatCents(payment.amount)} (${paymentWords(payment)}). Send the money first: your client gets an email that it was paid back.`}
      submitLabel="Record the refund"
      pendingLabel="Recording…"
      change={refunding}
      fallback="Failed to record the refund."
      onSubmit={refund}
    >
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label="Amount in US dollars" isRequired error={errors.amount?.message}>
          <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" />
        </Field>
        <Field label="Paid back on" isRequired error={errors.on?.message}>
          <DayInput control={form.control} name="on" />
        </Field>
        <Field
          label="Note"
          isOptional
          hint="Only you see it."
          error={errors.note?.message}
          className="sm:col-span-full"
        >
          <Input {...form.register('note')} autoComplete="off" />
        </Field>
      </div>
    </FormDialog>
  );
}
