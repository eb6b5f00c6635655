import { api } from '@atelier/domain/api.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { MAX_PAYMENT_NOTE } from '@atelier/domain/payments/rules.ts';
import type { StudioPayment } from '@atelier/domain/payments/schema.ts';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { paymentWords } from '../payment-list.tsx';
import { changesPayments } from '../payments.queries.ts';
import type { DialogControl } from './payment-forms.tsx';

/** Removes a payment or a refund that was recorded by mistake. */
export function RemoveDialog({
  projectId,
  payment,
  isOpen,
  onClose,
  onDone,
  finalFocus,
}: DialogControl & { payment: StudioPayment }) {
  const removal = useCall(api.removePayment, changesPayments(projectId));
  const [note, setNote] = useState('');
  const amount = formatCents(payment.amount);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Remove the ${payment.kind} of ${amount}?`}
      description={`${paymentWords(payment)}. For what was recorded by mistake: it no longer counts, and stays in your books as removed. If money came and went, record a refund instead.`}
      confirmLabel={`Remove the ${payment.kind}`}
      pendingLabel="Removing…"
      isDangerous
      isPending={removal.isPending}
      error={removal.error ? failureMessage(removal.error, 'Failed to remove it.') : undefined}
      onConfirm={() =>
        removal.mutate(
          { params: { id: projectId, paymentId: payment.id }, body: { note } },
          { onSuccess: () => onDone(`Removed the ${payment.kind} of ${amount}.`) },
        )
      }
      onClose={onClose}
      finalFocus={removal.isSuccess ? finalFocus : undefined}
    >
      <Field label="Why" isOptional hint="Only you see it.">
        <Input value={note} maxLength={MAX_PAYMENT_NOTE} onChange={(event) => setNote(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
