import { formatUsd } from '@atelier/domain/estimate.ts';
import { type Contract, MAX_ACCEPTED_NAME } from '@atelier/domain/portal/contract.ts';
import { type FormEvent, useState } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { useAcceptContract } from './accept-contract.ts';

/** Shows what is about to be accepted, and takes the name that it is accepted with. */
export function AcceptDialog({
  projectId,
  contract,
  isOpen,
  onClose,
}: {
  projectId: string;
  /** The version that was on the page when the window was opened: that one is accepted, or none. */
  contract: Contract;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const acceptance = useAcceptContract(projectId);
  const accept = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() === '' || acceptance.isPending) return;
    acceptance.mutate({ version: contract.version, name: name.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => !acceptance.isPending && onClose()}
      title="Accept the contract"
      description="This cannot be taken back. Both of us get a copy by mail."
    >
      <form onSubmit={accept} noValidate className="grid grid-cols-1 gap-5">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-md bg-sunken p-4">
          <dt className="text-ink-faint">Version</dt>
          <dd>{contract.version}</dd>
          <dt className="text-ink-faint">Total</dt>
          <dd className="font-semibold tabular-nums">{formatUsd(contract.total)}</dd>
          <dt className="text-ink-faint">Contract</dt>
          <dd className="min-w-0 break-words">
            {contract.url && <SafeLink href={contract.url}>Read it once more</SafeLink>}
          </dd>
        </dl>
        <Field
          label="Your full name"
          hint="Typing it stands for your signature."
          isRequired
          error={missing ? 'Type your name to accept.' : undefined}
        >
          <Input
            value={name}
            autoComplete="name"
            maxLength={MAX_ACCEPTED_NAME}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {acceptance.error && (
          <Alert tone="danger">{failureMessage(acceptance.error, 'Failed to accept.')}</Alert>
        )}
        <div className="flex flex-col-reverse justify-end gap-3 sm:flex-row">
          <Button variant="secondary" onClick={onClose}>
            Not yet
          </Button>
          <Button type="submit" isPending={acceptance.isPending} pendingLabel="Accepting…">
            Accept version {contract.version}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
