import { api } from '@atelier/domain/api.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import type { StudioPayment } from '@atelier/domain/payments/schema.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useKeyed } from '../../../lib/api/keyed.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { localDay } from '../../../lib/format.ts';
import { typedAmount } from '../../../lib/typed-amount.ts';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { paymentWords } from '../payment-list.tsx';
import { changesPayments } from '../payments.queries.ts';
import { DayInput, type DialogControl, type RefundInput, refundFormSchema } from './payment-forms.tsx';

/** Pays back a card's payment through its provider, and records what was paid back of any other. */
export function RefundDialog({
  projectId,
  payment,
  onDone,
  ...control
}: DialogControl & { payment: StudioPayment }) {
  const isCard = payment.isProvided;
  const refunding = useCall(useKeyed(api.refundPayment), changesPayments(projectId));
  const form = useForm<RefundInput, unknown, z.output<typeof refundFormSchema>>({
    defaultValues: { amount: typedAmount(payment.amount), on: localDay(), note: '' },
    resolver: zodResolver(refundFormSchema),
  });
  const { errors } = form.formState;
  const refund = form.handleSubmit((paid) =>
    refunding.mutate(
      { params: { id: projectId, paymentId: payment.id }, body: paid },
      {
        onSuccess: () => {
          const amount = formatCents(paid.amount);
          onDone(isCard ? `${amount} goes back to the card.` : `Recorded that ${amount} was paid back.`);
        },
      },
    ),
  );
  return (
    <FormDialog
      {...control}
      title={isCard ? 'Refund to the card' : 'Record a refund'}
      description={
        isCard
          ? `Of ${formatCents(payment.amount)}. The money goes back the way it came, which can take some days. Your client gets an email.`
          : `Of ${formatCents(payment.amount)} (${paymentWords(payment)}). Send the money first: your client gets an email that it was paid back.`
      }
      submitLabel={isCard ? 'Refund' : 'Record the refund'}
      pendingLabel={isCard ? 'Refunding…' : 'Recording…'}
      change={refunding}
      fallback={isCard ? 'Failed to refund.' : 'Failed to record the refund.'}
      onSubmit={refund}
    >
      <Field label="Amount in US dollars" isRequired error={errors.amount?.message}>
        <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" />
      </Field>
      {!isCard && (
        <>
          <Field label="Paid back on" isRequired error={errors.on?.message}>
            <DayInput control={form.control} name="on" />
          </Field>
          <Field label="Note" isOptional hint="Only you see it." error={errors.note?.message}>
            <Input {...form.register('note')} autoComplete="off" />
          </Field>
        </>
      )}
    </FormDialog>
  );
}
