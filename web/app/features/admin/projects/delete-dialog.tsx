import { shortId } from '@atelier/domain/ids.ts';
import { type ProjectSummary, projectTitle } from '@atelier/domain/projects.ts';
import { type RefObject, useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { deleteFailure, useDeleteProject } from './delete-project.ts';

/** Asks before a project is deleted (the question's words: specification section 2). */
export function DeleteDialog({
  project,
  onClose,
  finalFocus,
}: {
  /** The project in question; undefined while there is none. */
  project: ProjectSummary | undefined;
  onClose: () => void;
  /** Where the keyboard goes once the project's row is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Stays while the window fades out, when there is no project any more.
  const [asked, setAsked] = useState(project);
  const removal = useDeleteProject();
  if (project && project !== asked) {
    setAsked(project);
    removal.reset();
  }
  const remove = (id: string) =>
    removal.mutate(id, {
      onSuccess: () => {
        showToast('Project deleted.', { tone: 'success' });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      isOpen={project !== undefined}
      title={asked && `Delete "${projectTitle(asked)}" (#${shortId(asked._id)}) ? This cannot be undone.`}
      confirmLabel="Delete project"
      pendingLabel="Deleting…"
      isDangerous
      isPending={removal.isPending}
      error={removal.error ? deleteFailure(removal.error) : undefined}
      onConfirm={() => asked && remove(asked._id)}
      onClose={onClose}
      finalFocus={removal.isSuccess ? finalFocus : undefined}
    />
  );
}
