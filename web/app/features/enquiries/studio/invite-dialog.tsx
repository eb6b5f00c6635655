import { api } from '@atelier/domain/api.ts';
import { type Enquiry, inviteEnquirerSchema } from '@atelier/domain/enquiries/schema.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { useCall } from '../../../lib/api/use-call.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { changesEnquiry } from './enquiries.queries.ts';

/** Asks for the note of an invitation to start a project. Its text stays until it is sent. */
export default function InviteDialog({
  enquiry,
  isOpen,
  onClose,
  onInvited,
}: {
  enquiry: Enquiry;
  isOpen: boolean;
  onClose: () => void;
  onInvited: () => void;
}) {
  const formId = useId();
  const inviting = useCall(api.inviteEnquirer, changesEnquiry);
  const form = useForm({ defaultValues: { note: '' }, resolver: zodResolver(inviteEnquirerSchema) });
  const send = form.handleSubmit(async ({ note }) => {
    const call = { params: { id: enquiry._id }, body: { note } };
    const invited = await inviting.mutateAsync(call).catch(() => undefined);
    if (!invited) return;
    form.reset();
    onInvited();
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => !inviting.isPending && onClose()}
      title="Start a project for them"
      description={`${enquiry.name} gets an email at ${enquiry.email} with a link to the brief. Signed in with that address, they find it prefilled with what they wrote here.`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} aria-disabled={inviting.isPending || undefined}>
            Cancel
          </Button>
          <Button type="submit" form={formId} isPending={inviting.isPending} pendingLabel="Sending…">
            Send invitation
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send} className="grid grid-cols-1 gap-4">
        {enquiry.invitedAt && (
          <Alert tone="info">Already invited on {formatDateTime(enquiry.invitedAt)}.</Alert>
        )}
        <Field
          label="Your note"
          hint="Goes at the top of the email. Leave it empty, and the email thanks them for writing."
          error={form.formState.errors.note?.message}
          isOptional
        >
          <Textarea {...form.register('note')} rows={5} />
        </Field>
        <FailureAlert error={inviting.error} fallback="Failed to send." />
      </form>
    </Dialog>
  );
}
