import { replyTemplates } from '@atelier/content/enquiry-replies.ts';
import { studio } from '@atelier/content/studio.ts';
import { ENQUIRY_REPLY_MAX, firstNameOf, type ReplyTemplate } from '@atelier/domain/enquiries/rules.ts';
import type { Enquiry, EnquiryThread } from '@atelier/domain/enquiries/schema.ts';
import { callPath } from '@atelier/domain/pages.ts';
import { cleanText } from '@atelier/domain/text.ts';
import { FileText, Paperclip, SendHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { refusalOfFolder, useFileDrop } from '../../../lib/file-drop.ts';
import { AttachmentList } from '../../../ui/attachment-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { Field, FieldError } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { MenuButton } from '../../../ui/overlays/menu.tsx';
import { useDeleteReplyFile, useReplyToEnquiry } from './enquiry-thread.queries.ts';
import { useReplyDraft } from './reply-draft.ts';
import { useReplyFiles } from './reply-files.ts';

/** Where an answer goes if answers by mail are off. */
const ANSWERS_ELSEWHERE =
  'Their answer arrives in your own mailbox. To have it here, set up answers by email: MAIL_IN_ADDRESS in .env, as the runbook says.';

/** Writes and sends a reply. What is typed stays until it has arrived. */
export function ReplyPanel({
  enquiry,
  thread,
  onSent,
}: {
  enquiry: Enquiry;
  thread: EnquiryThread;
  onSent: () => void;
}) {
  const draft = useReplyDraft(enquiry._id);
  const [error, setError] = useState<{ text?: string; files?: string }>({});
  const [chosen, setChosen] = useState<ReplyTemplate>();
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const sending = useReplyToEnquiry(enquiry._id);
  const deletion = useDeleteReplyFile(enquiry._id);
  const { unsent: files, maxFileBytes } = thread;
  const uploads = useReplyFiles(enquiry._id, { arrived: files.length, maxBytes: maxFileBytes });
  const take = ({ files: added, folders }: { files: readonly File[]; folders: readonly string[] }) => {
    const refusals = [...folders.map(refusalOfFolder), uploads.add(added)].filter(Boolean);
    setError(refusals.length > 0 ? { files: refusals.join(' ') } : {});
  };
  const isOver = useFileDrop(take);
  const insert = (template: ReplyTemplate) => {
    draft.setText(
      template.text({
        firstName: firstNameOf(enquiry.name),
        studioName: studio.name,
        callUrl: `${window.location.origin}${callPath}`,
      }),
    );
    setChosen(undefined);
    setError({});
    field.current?.focus();
  };
  const submit = () => {
    const body = cleanText(draft.text).trim();
    if (body === '' || draft.key === undefined) return setError({ text: 'Write a reply.' });
    if (body.length > ENQUIRY_REPLY_MAX) {
      return setError({ text: `Use ${ENQUIRY_REPLY_MAX.toLocaleString('en-US')} characters or fewer.` });
    }
    if (uploads.items.length > 0) {
      return setError({ files: 'Wait until the files have arrived, or remove those that failed.' });
    }
    setError({});
    sending.mutate(
      { body, key: draft.key, files: files.map(({ id }) => id) },
      {
        onSuccess: () => {
          draft.clear();
          onSent();
        },
        onError: (failure) => {
          if (failure instanceof ApiError && failure.status === 409) draft.renewKey();
        },
      },
    );
  };
  return (
    <form
      noValidate
      aria-label="Reply by email"
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) submit();
      }}
    >
      <Field
        label="Your reply"
        error={error.text}
        {...(!thread.answersArriveHere && { hint: ANSWERS_ELSEWHERE })}
      >
        <Textarea
          ref={field}
          rows={5}
          value={draft.text}
          readOnly={sending.isPending}
          onChange={({ target }) => {
            draft.setText(target.value);
            setError({});
          }}
        />
      </Field>
      <AttachmentList
        files={files.map((file) => ({ ...file, key: file.id }))}
        items={uploads.items}
        onRemoveFile={(id) => {
          deletion.mutate(id);
          field.current?.focus();
        }}
        onRemoveItem={(id) => {
          uploads.queue.remove(id);
          field.current?.focus();
        }}
        onRetry={(id) => uploads.queue.retry(id)}
      />
      <FieldError message={error.files} />
      <FailureAlert error={sending.error} fallback="Failed to send." />
      <div className="flex flex-wrap items-center gap-2.5">
        <Button type="submit" size="sm" isPending={sending.isPending} pendingLabel="Sending…">
          <SendHorizontal aria-hidden="true" className="size-4" />
          Send reply
        </Button>
        <MenuButton
          size="sm"
          variant="secondary"
          label="Templates"
          sections={[
            replyTemplates.map((template) => ({
              label: template.label,
              onSelect: () => (draft.text.trim() === '' ? insert(template) : setChosen(template)),
            })),
          ]}
        >
          <FileText aria-hidden="true" className="size-4" />
          Templates
        </MenuButton>
        <Button size="sm" variant="secondary" onClick={() => chooser.current?.click()}>
          <Paperclip aria-hidden="true" className="size-4" />
          {isOver ? 'Drop the files here' : 'Attach files'}
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          onChange={({ target }) => {
            take({ files: [...(target.files ?? [])], folders: [] });
            target.value = '';
          }}
        />
      </div>
      <ConfirmDialog
        isOpen={chosen !== undefined}
        title="Replace what you’ve written?"
        description="The template takes the place of your words. They can’t be brought back."
        confirmLabel="Replace my words"
        cancelLabel="Keep my words"
        onConfirm={() => chosen && insert(chosen)}
        onClose={() => setChosen(undefined)}
        finalFocus={field}
      />
    </form>
  );
}
