import type { Deliverable } from '@atelier/domain/files/schema.ts';
import { type RefObject, useState } from 'react';
import { failureMessage } from '../../lib/api-error.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useDeleteFile } from './delete-file.ts';
import type { FilesSide } from './files-side.ts';

/** Asks before a file is deleted with every version. */
export function DeleteFileDialog({
  projectId,
  side,
  file,
  onClose,
  finalFocus,
}: {
  projectId: string;
  side: FilesSide;
  /** The file in question; undefined while there is none. */
  file: Deliverable | undefined;
  onClose: () => void;
  /** Where the keyboard goes once the file's row is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Stays while the window fades out, when there is no file any more.
  const [asked, setAsked] = useState(file);
  const removal = useDeleteFile(projectId, side);
  if (file && file !== asked) {
    setAsked(file);
    removal.reset();
  }
  return (
    <ConfirmDialog
      isOpen={file !== undefined}
      title={asked && `Delete "${asked.name}"?`}
      description={
        asked && asked.versions.length > 0
          ? 'All its versions go too. This can’t be undone.'
          : 'This can’t be undone.'
      }
      confirmLabel="Delete file"
      pendingLabel="Deleting…"
      isDangerous
      isPending={removal.isPending}
      error={removal.error ? failureMessage(removal.error, 'Failed to delete.') : undefined}
      onConfirm={() => asked && removal.mutate(asked.id, { onSuccess: onClose })}
      onClose={onClose}
      finalFocus={removal.isSuccess ? finalFocus : undefined}
    />
  );
}
