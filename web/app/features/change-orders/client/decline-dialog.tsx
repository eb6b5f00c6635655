import { api } from '@atelier/domain/api.ts';
import { MAX_CHANGE_REASON } from '@atelier/domain/change-orders/rules.ts';
import type { ChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import { type RefObject, useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { answersChangeOrder } from '../change-orders.queries.ts';

/** Asks for a reason, which is optional. It stays typed until it has arrived. */
export function DeclineDialog({
  projectId,
  order: { id, number },
  isOpen,
  onClose,
  finalFocus,
}: {
  projectId: string;
  order: ChangeOrder;
  isOpen: boolean;
  onClose: () => void;
  /** Has the keyboard afterwards, once the button that opened this is gone. */
  finalFocus: RefObject<HTMLElement | null> | undefined;
}) {
  const [reason, setReason] = useState('');
  const declining = useCall(api.declineChangeOrder, answersChangeOrder(projectId));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Decline change order ${number}?`}
      description="The contract stays as it is. I can send you another one."
      confirmLabel="Decline"
      pendingLabel="Declining…"
      isPending={declining.isPending}
      error={declining.error ? failureMessage(declining.error, 'Failed to decline.') : undefined}
      onConfirm={() =>
        declining.mutate(
          { params: { id: projectId, changeOrderId: id }, body: { reason } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <Field label="Why" hint="I read this before I suggest anything else." isOptional>
        <Textarea
          value={reason}
          rows={3}
          maxLength={MAX_CHANGE_REASON}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
