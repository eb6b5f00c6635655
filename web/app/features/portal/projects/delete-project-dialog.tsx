import { shortId } from '@atelier/domain/ids.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { showToast } from '../../../ui/toast-store.ts';

/** Which project is to be deleted; `confirm` is its short id, asked for where its contract was accepted. */
export interface ProjectDeletion {
  id: string;
  confirm?: string;
}

/**
 * Asks before a project is deleted (the question's words: specification section 2), and says in the same place why it
 * was not. One with an accepted contract is deleted by whoever types its name: a press is too little for that.
 */
export function DeleteProjectDialog({
  project,
  removal,
  failure,
  onClose,
  finalFocus,
}: {
  /** The project in question; undefined while there is none. */
  project: { id: string; title: string } | undefined;
  removal: UseMutationResult<unknown, Error, ProjectDeletion>;
  /** What to say of an error. */
  failure: (error: unknown) => string;
  onClose: () => void;
  /** Where the keyboard goes once the project's row is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Stays while the window fades out, when there is no project any more.
  const [asked, setAsked] = useState(project);
  const [isOpen, setOpen] = useState(project !== undefined);
  const [isAccepted, setAccepted] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  if (isOpen !== (project !== undefined)) {
    setOpen(project !== undefined);
    if (project) {
      setAsked(project);
      setAccepted(false);
      setTyped('');
      setWrong(false);
      removal.reset();
    }
  }
  const remove = () => {
    if (!asked) return;
    const isNamed = plain(typed) === plain(asked.title);
    setWrong(isAccepted && !isNamed);
    if (isAccepted && !isNamed) return;
    removal.mutate(
      { id: asked.id, ...(isAccepted && { confirm: shortId(asked.id) }) },
      {
        onSuccess: () => {
          showToast('Project deleted.', { tone: 'success' });
          onClose();
        },
        onError: (error) => setAccepted(isAccepted || isContractAccepted(error)),
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
            {`Delete "${asked.title}" (#${shortId(asked.id)}) ? This cannot be undone.`}
          </span>
        )
      }
      description="The brief and everything in this project go with it."
      confirmLabel="Delete project"
      pendingLabel="Deleting…"
      isDangerous
      isPending={removal.isPending}
      error={error}
      onConfirm={remove}
      onClose={onClose}
      finalFocus={removal.isSuccess ? finalFocus : undefined}
    >
      {asked && isAccepted && (
        <div className="grid grid-cols-1 gap-5">
          <Alert tone="warning" title="Its contract was accepted.">
            The record of the acceptance and what was accepted are kept. Everything else is deleted.
          </Alert>
          <Field
            label={
              <>
                Type <bdi className="wrap-anywhere">“{asked.title}”</bdi> to delete it
              </>
            }
            error={isWrong ? 'That is not its name. Type it as it stands above.' : undefined}
            isRequired
          >
            <Input
              value={typed}
              autoFocus
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

/** A name as it is compared: letter for letter, but for case and blanks. */
function plain(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
