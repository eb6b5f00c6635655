import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { type RefObject, useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { useDeleteEnquiry } from './enquiries.queries.ts';
import { deleteReplyDraft } from './reply-draft.ts';

/** Asks before an enquiry is deleted with all that belongs to it. It outlives the enquiry, to hand the focus on. */
export default function DeleteEnquiryDialog({
  enquiry,
  onClose,
  onDeleted,
  finalFocus,
}: {
  /** Undefined while the dialog is closed. */
  enquiry: Enquiry | undefined;
  onClose: () => void;
  /** Called before the enquiry disappears from the list. */
  onDeleted: (id: string) => void;
  /** Where the focus goes once the enquiry is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Keeps its text while the dialog fades out.
  const [asked, setAsked] = useState(enquiry);
  if (enquiry && enquiry !== asked) setAsked(enquiry);
  const removal = useDeleteEnquiry((id) => {
    deleteReplyDraft(id);
    onDeleted(id);
  });
  const close = () => {
    onClose();
    removal.reset();
  };
  return (
    <ConfirmDialog
      isOpen={enquiry !== undefined}
      title={`Delete what ${asked?.name} wrote?`}
      description="The message goes, with every reply, answer and file, and your notes and to-dos about it. Calls they booked stay. This can’t be undone."
      confirmLabel="Delete"
      pendingLabel="Deleting…"
      isDangerous
      isPending={removal.isPending}
      error={removal.error ? failureMessage(removal.error, 'Failed to delete the message.') : undefined}
      onConfirm={() => asked && removal.mutate({ params: { id: asked._id } }, { onSuccess: onClose })}
      onClose={close}
      finalFocus={removal.isSuccess ? finalFocus : undefined}
    />
  );
}
