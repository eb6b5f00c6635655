import { projectTitle } from '@atelier/domain/projects/rules.ts';
import type { ProjectSummary } from '@atelier/domain/projects/schema.ts';
import { type RefObject, useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useArchiveProject } from '../projects.queries.ts';

/** Asks before archiving or restoring a listed project, and says what that means for its client. */
export function ArchiveDialog({
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
  // Keeps its words while the window fades out, when `project` is already undefined.
  const [asked, setAsked] = useState(project);
  const move = useArchiveProject(asked?._id ?? '');
  if (project && project !== asked) {
    setAsked(project);
    move.reset();
  }
  const isRestoring = asked?.status === 'archived';
  return (
    <ConfirmDialog
      isOpen={project !== undefined}
      title={asked && `${isRestoring ? 'Restore' : 'Archive'} “${projectTitle(asked)}”?`}
      description={
        isRestoring
          ? 'It returns to your client’s list, and both sides can work on it again.'
          : 'It leaves your client’s list and becomes read-only. You can restore it any time.'
      }
      confirmLabel={isRestoring ? 'Restore' : 'Archive'}
      pendingLabel={isRestoring ? 'Restoring…' : 'Archiving…'}
      isPending={move.isPending}
      error={move.error ? failureMessage(move.error, 'That didn’t work. Please try again.') : undefined}
      onConfirm={() =>
        move.mutate(isRestoring ? 'submitted' : 'archived', {
          onSuccess: () => {
            showToast(isRestoring ? 'Project restored.' : 'Project archived.', { tone: 'success' });
            onClose();
          },
        })
      }
      onClose={onClose}
      finalFocus={move.isSuccess ? finalFocus : undefined}
    />
  );
}
