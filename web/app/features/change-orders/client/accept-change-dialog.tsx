import { api } from '@atelier/domain/api.ts';
import type { ChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import { type RefObject, useId } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { landingOn } from '../../../lib/pages/land-on.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { SignatureForm } from '../../../ui/forms/signature-form.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { moreOrLess } from '../change-order-facts.tsx';
import { answersChangeOrder } from '../change-orders.queries.ts';

/** Shows the change order to accept and asks for the name that signs it. */
export function AcceptChangeDialog({
  projectId,
  order,
  total,
  isOpen,
  onClose,
  finalFocus,
}: {
  projectId: string;
  order: ChangeOrder;
  /** The contract's total with it. */
  total: string;
  isOpen: boolean;
  onClose: () => void;
  /** Has the keyboard once the button that opened this is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const formId = useId();
  const acceptance = useCall(api.acceptChangeOrder, answersChangeOrder(projectId));
  const { id, number, title, url, hash, status } = order;
  const isGone = status === 'withdrawn' || status === 'declined';
  const close = () => !acceptance.isPending && onClose();
  const accept = (name: string) => {
    if (acceptance.isPending) return;
    const params = { id: projectId, changeOrderId: id };
    acceptance.mutate({ params, body: { name, ...(hash !== null && { hash }) } }, { onSuccess: onClose });
  };
  return (
    <Dialog
      isOpen={isOpen && (status === 'sent' || isGone)}
      onClose={close}
      title={`Accept change order ${number}`}
      description="This can’t be undone. You and the studio each get a copy by email."
      finalFocus={status === 'sent' ? undefined : landingOn(finalFocus)}
      actions={
        isGone ? (
          <Button onClick={close}>Close</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={close} aria-disabled={acceptance.isPending || undefined}>
              Not yet
            </Button>
            <Button type="submit" form={formId} isPending={acceptance.isPending} pendingLabel="Accepting…">
              Accept change order {number}
            </Button>
          </>
        )
      }
    >
      {isGone ? (
        <Alert tone="warning" title={`Change order ${number} was ${status}.`}>
          Nothing was accepted: the contract stays as it is.
        </Alert>
      ) : (
        <SignatureForm
          id={formId}
          facts={[
            ['Change', title],
            ['Price', moreOrLess(order.total)],
            ['The contract with it', total],
            [
              'Document',
              url && (
                <SafeLink key="document" href={url}>
                  Read it again
                </SafeLink>
              ),
            ],
          ]}
          error={acceptance.error}
          onSign={accept}
        />
      )}
    </Dialog>
  );
}
