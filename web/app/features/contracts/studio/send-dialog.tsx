import { api } from '@atelier/domain/api.ts';
import { passedDates } from '@atelier/domain/contracts/passed-dates.ts';
import type { ContractDraft, StudioContract } from '@atelier/domain/contracts/schema.ts';
import type { DatedMilestone } from '@atelier/domain/contracts/suggested-terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { type RefObject, useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { localDay } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { changesContract } from '../contracts.queries.ts';
import { ChangesSince } from '../version-changes.tsx';
import { PassedDates } from './passed-dates.tsx';

/** What a draft's document is, in words. */
export function sourceWords({ source, file, link }: Pick<ContractDraft, 'source' | 'file' | 'link'>): string {
  if (source === 'made') return 'a PDF made from the brief';
  if (source === 'upload') return file ? `your PDF “${file.name}”` : 'your own PDF, not uploaded yet';
  return link ? `the link ${link}` : 'a link, not filled in yet';
}

/** Asks before a version is sent: from then on it is what the client reads and may accept. */
export function SendDialog({
  project,
  contract,
  milestones,
  onClose,
  onSent,
  finalFocus,
}: {
  project: Pick<Project, '_id' | 'email'>;
  /** The contract whose draft is to be sent, as it was when that was asked; undefined while nothing is. */
  contract: StudioContract | undefined;
  milestones: readonly DatedMilestone[];
  onClose: () => void;
  onSent: (version: number) => void;
  /** Where the keyboard goes afterwards, if the opener is gone by then. */
  finalFocus?: RefObject<HTMLElement | null>;
}) {
  // Stays while the window fades out.
  const [asked, setAsked] = useState(contract);
  const sending = useCall(api.sendContract, changesContract(project._id));
  if (contract && contract !== asked) {
    setAsked(contract);
    sending.reset();
  }
  if (!asked) return null;
  const { draft, versions, isChanged, changes } = asked;
  const last = versions[0]?.version ?? 0;
  const { terms } = draft;
  const dated = draft.source === 'made' ? terms : { ...terms, start: null, finish: null };
  const passed = passedDates(dated, milestones, localDay());
  const send = () =>
    sending.mutate(
      { params: { id: project._id }, body: { revision: draft.revision } },
      { onSuccess: ({ contract: sent }) => onSent(sent.versions[0]?.version ?? last + 1) },
    );
  return (
    <ConfirmDialog
      isOpen={contract !== undefined}
      title={`Send version ${last + 1}?`}
      description={
        <>
          <span className="wrap-anywhere">
            {project.email} gets an email and can accept it: {formatUsd(draft.total)}, {sourceWords(draft)}.
          </span>{' '}
          {last > 0 && <span>Version {last} can then no longer be accepted. </span>}
          {last > 0 && !isChanged && <span>Nothing has changed since it was sent. </span>}
        </>
      }
      confirmLabel={`Send version ${last + 1}`}
      pendingLabel="Sending…"
      isPending={sending.isPending}
      error={sending.error ? failureMessage(sending.error, 'Failed to send the contract.') : undefined}
      onConfirm={send}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <PassedDates dates={passed} />
      {changes.length > 0 && (
        // The buttons stay in sight below a long list.
        <div className="max-h-[45dvh] overflow-y-auto rounded-md">
          <ChangesSince version={last} changes={changes} isOpen />
        </div>
      )}
    </ConfirmDialog>
  );
}
