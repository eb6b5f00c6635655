import { shortId } from '@atelier/domain/ids.ts';
import type { Project } from '@atelier/domain/projects.ts';
import { type RefObject, useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { projectName } from './brief-of.ts';
import { deleteFailure, useDeleteOwnProject } from './delete-own-project.ts';

/** Asks before a project is deleted, and says in the same place why it was not. */
export function DeleteProjectDialog({
  project,
  onClose,
  onGone,
  finalFocus,
}: {
  /** The project in question; undefined while there is none. */
  project: Project | undefined;
  onClose: () => void;
  /** The project is gone; the lists are about to be asked again. */
  onGone: (id: string) => void;
  /** Where the keyboard goes once the project's row is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Stays while the window fades out, when there is no project any more.
  const [asked, setAsked] = useState(project);
  const removal = useDeleteOwnProject(onGone);
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
      title={asked && `Delete "${projectName(asked)}" (#${shortId(asked._id)})?`}
      description="The brief and everything in this project go with it. This cannot be undone."
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
