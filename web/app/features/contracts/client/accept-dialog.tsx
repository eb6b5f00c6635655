import { api } from '@atelier/domain/api.ts';
import type { Contract } from '@atelier/domain/contracts/schema.ts';
import { type BillingDetails, sentBillingSchema } from '@atelier/domain/invoices/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { type RefObject, useId, useState } from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { landingOn } from '../../../lib/pages/land-on.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { SignatureForm } from '../../../ui/forms/signature-form.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { answersContract } from '../contracts.queries.ts';

/** Shows the version to accept, and asks for the name that signs it and whom the invoices are for. */
export function AcceptDialog({
  projectId,
  contract,
  asked,
  billing,
  isOpen,
  onClose,
  finalFocus,
}: {
  projectId: string;
  /** As it is now. */
  contract: Contract;
  /** The version that was on the page when the window was opened: that one is accepted, or none. */
  asked: number;
  /** Whom invoices are for so far; undefined while that isn't known. */
  billing: BillingDetails | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** Has the keyboard once nothing is left to accept here. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const formId = useId();
  const [typed, setTyped] = useState<Partial<BillingDetails>>({});
  const billed = { ...(billing ?? { name: '', address: '', taxId: '' }), ...typed };
  const problems = sentBillingSchema.safeParse(billed).error?.issues ?? [];
  const acceptance = useCall(api.acceptContract, answersContract(projectId));
  const isNewer = contract.version !== asked;
  const accept = (name: string) => {
    if (problems.length > 0 || acceptance.isPending) return;
    const isKnown = billing !== undefined || Object.keys(typed).length > 0;
    const body = { version: asked, name, ...(isKnown && { billing: billed }) };
    acceptance.mutate({ params: { id: projectId }, body }, { onSuccess: onClose });
  };
  const field = (part: keyof BillingDetails) => ({
    value: billed[part],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [part]: target.value }),
  });
  const problem = (part: keyof BillingDetails) => problems.find(({ path }) => path[0] === part)?.message;
  const close = () => !acceptance.isPending && onClose();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Accept the contract"
      description="This can’t be undone. You and the studio each get a copy by email."
      finalFocus={contract.status === 'accepted' ? landingOn(finalFocus) : isNewer ? finalFocus : undefined}
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
        >
          <fieldset className="grid min-w-0 grid-cols-1 gap-4 border-t border-rule pt-5">
            <legend className="sr-only">Invoices</legend>
            <p className="text-sm text-ink-soft">
              Who should the invoices be made out to? You can change this later.
            </p>
            <Field label="Company or name" isOptional error={problem('name')}>
              <Input {...field('name')} autoComplete="organization" />
            </Field>
            <Field label="Address" isOptional error={problem('address')}>
              <Textarea {...field('address')} rows={2} className="min-h-20!" autoComplete="street-address" />
            </Field>
            <Field label="Tax ID" isOptional error={problem('taxId')}>
              <Input {...field('taxId')} autoComplete="off" />
            </Field>
          </fieldset>
        </SignatureForm>
      )}
    </Dialog>
  );
}
