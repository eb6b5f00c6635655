import { api } from '@atelier/domain/api.ts';
import { type RefObject, useState } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { deleteWith, useCall } from '../../lib/api/use-call.ts';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { changesMessages, type ShownMessage } from './messages.queries.ts';

/** Asks before a message is deleted. */
export function DeleteMessageDialog({
  projectId,
  message,
  onClose,
  finalFocus,
}: {
  projectId: string;
  /** Undefined while the dialog is closed. */
  message: ShownMessage | undefined;
  onClose: () => void;
  /** Takes the focus once the message's button is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const removal = useCall(deleteWith(api.deleteMessage), changesMessages(projectId));
  // Keeps its text while the dialog fades out, when `message` is already undefined.
  const [asked, setAsked] = useState(message);
  if (message && message !== asked) {
    setAsked(message);
    removal.reset();
  }
  return (
    <ConfirmDialog
      isOpen={message !== undefined}
      title="Delete this message?"
      description={
        asked && asked.files.length > 0 ? 'Its files go too. This can’t be undone.' : 'This can’t be undone.'
      }
      confirmLabel="Delete message"
      pendingLabel="Deleting…"
      isDangerous
      isPending={removal.isPending}
      error={removal.error ? failureMessage(removal.error, 'Failed to delete.') : undefined}
      onConfirm={() =>
        asked && removal.mutate({ params: { id: projectId, messageId: asked._id } }, { onSuccess: onClose })
      }
      onClose={onClose}
      finalFocus={removal.isSuccess ? finalFocus : undefined}
    />
  );
}
