import { api } from '@atelier/domain/api.ts';
import type { Invoice } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { payWithCreditSchema } from '@atelier/domain/payments/schema.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useKeyed } from '../../../lib/api/keyed.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { parseTypedAmount, typedAmount } from '../../../lib/typed-amount.ts';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { changesPayments } from '../payments.queries.ts';
import type { DialogControl } from './payment-forms.tsx';
import { effectWords } from './record-dialog.tsx';

const formSchema = z
  .object({ from: z.string(), amount: z.string() })
  .transform(({ from, amount }) => ({ from, amount: parseTypedAmount(amount) }))
  .pipe(payWithCreditSchema);

/** Pays an invoice with what was paid beyond another one of the project. */
export function PayWithCreditDialog({
  projectId,
  invoice: { id: invoiceId, number, open },
  sources,
  onDone,
  ...control
}: DialogControl & {
  invoice: Pick<Invoice, 'id' | 'number' | 'open'>;
  /** The invoices with a credit. */
  sources: readonly Pick<Invoice, 'id' | 'number' | 'credit'>[];
}) {
  const paying = useCall(useKeyed(api.payWithCredit), changesPayments(projectId));
  const most = (id: string) => Math.min(open, sources.find((source) => source.id === id)?.credit ?? 0);
  const [first] = sources;
  const form = useForm<z.input<typeof formSchema>, unknown, z.output<typeof formSchema>>({
    defaultValues: { from: first?.id ?? '', amount: typedAmount(most(first?.id ?? '')) },
    resolver: zodResolver(formSchema),
  });
  const { errors } = form.formState;
  const pay = form.handleSubmit((paid) =>
    paying.mutate(
      { params: { id: projectId, invoiceId }, body: paid },
      { onSuccess: () => onDone(`Paid ${formatCents(paid.amount)} of invoice ${number} with a credit.`) },
    ),
  );
  const amount = parseTypedAmount(form.watch('amount'));
  return (
    <FormDialog
      {...control}
      title={`Pay invoice ${number} with a credit`}
      description={`${formatCents(open)} is left to pay. Your client gets an email. It can’t be undone.`}
      submitLabel="Pay with the credit"
      pendingLabel="Paying…"
      change={paying}
      fallback="Failed to pay with the credit."
      onSubmit={pay}
    >
      <Field label="The credit" error={errors.from?.message}>
        <Select
          {...form.register('from', {
            onChange: ({ target }) => form.setValue('amount', typedAmount(most(target.value))),
          })}
          choices={sources.map(({ id, number: from, credit }) => ({
            value: id,
            label: `${formatCents(credit)} of invoice ${from}`,
          }))}
        />
      </Field>
      <div className="grid grid-cols-1 gap-1">
        <Field label="Amount in US dollars" isRequired error={errors.amount?.message}>
          <Input {...form.register('amount')} inputMode="decimal" autoComplete="off" />
        </Field>
        <StatusLine>
          {amount > open ? 'That’s more than is left to pay.' : effectWords(amount, open)}
        </StatusLine>
      </div>
    </FormDialog>
  );
}
