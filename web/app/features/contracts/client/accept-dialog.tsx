import type { Contract } from '@atelier/domain/contracts/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { type RefObject, useId } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { SignatureForm } from '../../../ui/forms/signature-form.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { useAcceptContract } from '../contracts.queries.ts';

/** Shows the version to accept and asks for the name that signs it. */
export function AcceptDialog({
  projectId,
  contract,
  asked,
  isOpen,
  onClose,
  finalFocus,
}: {
  projectId: string;
  /** As it is now. */
  contract: Contract;
  /** The version that was on the page when the window was opened: that one is accepted, or none. */
  asked: number;
  isOpen: boolean;
  onClose: () => void;
  /** Has the keyboard once nothing is left to accept here. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const formId = useId();
  const acceptance = useAcceptContract(projectId);
  const isNewer = contract.version !== asked;
  const accept = (name: string) => {
    if (!acceptance.isPending) acceptance.mutate({ version: asked, name }, { onSuccess: onClose });
  };
  const toConfirmation = () => {
    finalFocus.current?.focus();
    return false;
  };
  const close = () => !acceptance.isPending && onClose();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Accept the contract"
      description="This can’t be undone. You and the studio each get a copy by email."
      finalFocus={contract.status === 'accepted' ? toConfirmation : isNewer ? finalFocus : undefined}
      actions={
        isNewer ? (
          <Button onClick={close}>See version {contract.version}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={close} aria-disabled={acceptance.isPending || undefined}>
              Not yet
            </Button>
            <Button type="submit" form={formId} isPending={acceptance.isPending} pendingLabel="Accepting…">
              Accept version {asked}
            </Button>
          </>
        )
      }
    >
      {isNewer ? (
        <Alert tone="warning" title={`Version ${asked} wasn’t accepted.`}>
          There’s a newer version of the contract: version {contract.version}. Please read it before you
          accept it.
        </Alert>
      ) : (
        <SignatureForm
          id={formId}
          facts={[
            ['Version', asked],
            [
              'Total',
              <strong key="total" className="font-semibold tabular-nums">
                {formatUsd(contract.total)}
              </strong>,
            ],
            [
              'Document',
              contract.url && (
                <SafeLink key="document" href={contract.url}>
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
