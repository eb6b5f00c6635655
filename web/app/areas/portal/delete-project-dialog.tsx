import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import { shortId } from '@atelier/domain/text.ts';
import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { getContract } from '../../features/contracts/contracts.queries.ts';
import type { ProjectDeletion } from '../../features/projects/projects.queries.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Field, Input } from '../../ui/forms/field.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';

/** The project to delete. */
interface AskedProject {
  id: string;
  company: string;
  title: string;
  /** Who gets an e-mail about it: "The studio"; undefined if there is none. */
  mailed?: string | undefined;
}

/**
 * Asks before deleting a project (the question's words: specification section 2), and shows a
 * failure in the same place. It says what stays, and for a project with an accepted contract the user types its
 * company, before the first press: it requests the contract as it opens.
 */
export function DeleteProjectDialog({
  project,
  removal,
  failure,
  isAudited = false,
  onClose,
  finalFocus,
}: {
  /** Undefined while the dialog is closed. */
  project: AskedProject | undefined;
  removal: UseMutationResult<unknown, Error, ProjectDeletion>;
  /** Describes an error. */
  failure: (error: unknown) => string;
  /** Whether the deletion stands in the studio's audit. */
  isAudited?: boolean;
  onClose: () => void;
  /** Takes the focus once the project's row is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Keeps its text while the dialog fades out, when `project` is already undefined.
  const [asked, setAsked] = useState(project);
  const [isOpen, setOpen] = useState(project !== undefined);
  const [isRefused, setRefused] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  if (isOpen !== (project !== undefined)) {
    setOpen(project !== undefined);
    if (project) {
      setAsked(project);
      setRefused(false);
      setTyped('');
      setWrong(false);
      removal.reset();
    }
  }
  const id = asked?.id ?? '';
  const contract = useQuery({ ...getContract(id), enabled: isOpen && id !== '' });
  // The contract was accepted a moment ago, or couldn't be loaded: then the refusal says so.
  const isAccepted = contract.data?.status === 'accepted' || isRefused;
  const isChecking = contract.isLoading && !isAccepted;
  const remove = () => {
    if (!asked || isChecking) return;
    const isNamed = plain(typed) === plain(asked.company);
    setWrong(isAccepted && !isNamed);
    if (isAccepted && !isNamed) {
      field.current?.focus();
      return;
    }
    removal.mutate(
      { id: asked.id, ...(isAccepted && { confirm: shortId(asked.id) }) },
      {
        onSuccess: () => {
          showToast('Project deleted.', { tone: 'success' });
          onClose();
        },
        onError: (error) => setRefused(isRefused || isContractAccepted(error)),
      },
    );
  };
  const error = removal.error && !isContractAccepted(removal.error) ? failure(removal.error) : undefined;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={
        asked && (
          <span className="wrap-anywhere">
            {`Delete "${asked.company}" (#${shortId(asked.id)}) ? This cannot be undone.`}
          </span>
        )
      }
      description={
        <>
          This is <bdi className="wrap-anywhere">“{asked?.title}”</bdi>. Its brief, milestones, messages and
          files go with it.
          {asked?.mailed !== undefined && (
            <span className="wrap-anywhere"> {asked.mailed} gets an email about it.</span>
          )}{' '}
          <span>
            Backups keep a copy until they expire, and subjects of emails about it are kept for{' '}
            {KEPT_DAYS.sentMails} days.
          </span>
          {isAudited && <span> The audit keeps that you deleted it.</span>}
        </>
      }
      confirmLabel="Delete project"
      pendingLabel="Deleting…"
      isDangerous
      isPending={removal.isPending}
      isBlocked={isChecking}
      error={error}
      onConfirm={remove}
      onClose={onClose}
      finalFocus={removal.isSuccess ? finalFocus : undefined}
    >
      {isChecking && (
        <p role="status" className="text-ink-soft">
          Checking its contract…
        </p>
      )}
      {asked && isAccepted && (
        <div className="grid grid-cols-1 gap-5">
          <Alert tone="warning" title="Its contract was accepted.">
            The accepted contract and the record of its acceptance are kept, and so are invoices that were
            sent. Everything else is deleted.
          </Alert>
          <Field
            label={
              <>
                Type <bdi className="wrap-anywhere">“{asked.company}”</bdi> to delete it
              </>
            }
            error={isWrong ? 'That isn’t its name. Type it as shown above.' : undefined}
            isRequired
          >
            <Input
              ref={field}
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </div>
      )}
    </ConfirmDialog>
  );
}

function isContractAccepted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'contract_accepted';
}

/** Normalizes a name for comparison: ignores case and repeated spaces. */
function plain(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
