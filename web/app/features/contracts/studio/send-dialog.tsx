import type { StudioContract } from '@atelier/domain/contracts/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useSendContract } from './send-contract.ts';
import { sourceWords } from './source-words.ts';

/** Asks before a version is sent: from then on it is what the client reads and may accept. */
export function SendDialog({
  project,
  contract,
  onClose,
  onSent,
}: {
  project: Project;
  /** The contract whose draft is to be sent, as it was when that was asked; undefined while nothing is. */
  contract: StudioContract | undefined;
  onClose: () => void;
  onSent: (version: number) => void;
}) {
  // Stays while the window fades out.
  const [asked, setAsked] = useState(contract);
  const sending = useSendContract(project._id);
  if (contract && contract !== asked) {
    setAsked(contract);
    sending.reset();
  }
  if (!asked) return null;
  const { draft, versions, isChanged } = asked;
  const last = versions[0]?.version ?? 0;
  const send = () =>
    sending.mutate(draft.revision, {
      onSuccess: (sent) => onSent(sent.versions[0]?.version ?? last + 1),
    });
  return (
    <ConfirmDialog
      isOpen={contract !== undefined}
      title={`Send version ${last + 1}?`}
      description={
        <>
          <span className="wrap-anywhere">
            {project.email} gets an email and can accept it: {formatUsd(draft.total)}, {sourceWords(draft)}.
          </span>{' '}
          {last > 0 && `Version ${last} can then no longer be accepted. `}
          {last > 0 && !isChanged && 'Nothing has changed since it was sent. '}
          {asked.missingLetters !== '' && 'Some letters in the brief appear as [?].'}
        </>
      }
      confirmLabel={`Send version ${last + 1}`}
      pendingLabel="Sending…"
      isPending={sending.isPending}
      error={sending.error ? failureMessage(sending.error, 'Failed to send the contract.') : undefined}
      onConfirm={send}
      onClose={onClose}
    />
  );
}
