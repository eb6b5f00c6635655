import type { Project } from '@atelier/domain/projects/schema.ts';
import { Archive, ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { useArchiveProject } from '../../../features/projects/studio/archive-project.ts';
import { failureMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

/** Says that a project is put away, and takes it back. */
export function ArchivedNote({ project }: { project: Project }) {
  const move = useArchiveProject(project._id);
  return (
    <Alert
      tone="info"
      title="This project is archived."
      action={
        <Button
          size="sm"
          variant="secondary"
          isPending={move.isPending}
          pendingLabel="Restoring…"
          onClick={() => move.mutate('submitted')}
        >
          <ArchiveRestore aria-hidden="true" className="size-4" />
          Restore
        </Button>
      }
    >
      {move.error
        ? failureMessage(move.error, 'Failed to restore. Please try again.')
        : 'Both sides can still read it. Restore it to continue.'}
    </Alert>
  );
}

/** Puts a finished project away. Nothing is lost by it. */
export function ArchiveControl({ project }: { project: Project }) {
  const move = useArchiveProject(project._id);
  const [isAsking, setIsAsking] = useState(false);
  const problem = move.error ? failureMessage(move.error, 'Failed to archive. Please try again.') : undefined;
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setIsAsking(true)}>
        <Archive aria-hidden="true" className="size-4" />
        Archive
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Archive this project?"
        description="It leaves your client’s list and becomes read-only. You can restore it any time."
        confirmLabel="Archive"
        pendingLabel="Archiving…"
        isPending={move.isPending}
        error={problem}
        onConfirm={() => move.mutate('archived', { onSuccess: () => setIsAsking(false) })}
        onClose={() => {
          move.reset();
          setIsAsking(false);
        }}
      />
    </>
  );
}
