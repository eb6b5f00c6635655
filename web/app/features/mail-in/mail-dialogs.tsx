import { api } from '@atelier/domain/api.ts';
import type { InboundMail } from '@atelier/domain/mail-in/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { ConfirmDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { changesMails, getMailSource } from './mail-in.queries.ts';

/** A mail, and the window that is open about it. */
export interface OpenedMail {
  dialog: 'look' | 'post' | 'delete';
  mail: InboundMail;
}

/** The windows in which the studio looks at a mail, posts it or deletes it. */
export function MailDialogs({
  opened,
  onClose,
  list,
}: {
  /** Undefined while none is open. */
  opened: OpenedMail | undefined;
  onClose: () => void;
  /** Takes the focus once the row is gone. */
  list: RefObject<HTMLElement | null>;
}) {
  // Keeps its text while a window fades out.
  const [asked, setAsked] = useState(opened);
  const posting = useCall(api.postInboundMail, changesMails);
  const deletion = useCall(api.deleteInboundMail, changesMails);
  if (opened && opened !== asked) {
    setAsked(opened);
    posting.reset();
    deletion.reset();
  }
  const mail = asked?.mail;
  const sender = mail?.fromAddress || 'its sender';
  return (
    <>
      <SourceDialog mail={mail} isOpen={opened?.dialog === 'look'} onClose={onClose} />
      <ConfirmDialog
        isOpen={opened?.dialog === 'post'}
        title="Post this email?"
        description={`Nothing proves that ${sender} sent it. It’s posted as ${mail?.enquiry ? 'the visitor’s answer, with a note in the inbox that says so' : 'the message of the person it was sent to, with a note that says so to both of you'}.`}
        confirmLabel="Post it"
        pendingLabel="Posting…"
        isPending={posting.isPending}
        error={posting.error ? failureMessage(posting.error, 'Failed to post.') : undefined}
        onConfirm={() => mail && posting.mutate({ params: { id: mail.id } }, { onSuccess: onClose })}
        onClose={onClose}
        finalFocus={posting.isSuccess ? list : undefined}
      />
      <ConfirmDialog
        isOpen={opened?.dialog === 'delete'}
        title="Delete this email?"
        description={
          mail?.state === 'posted'
            ? 'Its message stays. The whole email can’t be brought back.'
            : 'This can’t be undone.'
        }
        confirmLabel="Delete email"
        pendingLabel="Deleting…"
        isDangerous
        isPending={deletion.isPending}
        error={deletion.error ? failureMessage(deletion.error, 'Failed to delete.') : undefined}
        onConfirm={() => mail && deletion.mutate({ params: { id: mail.id } }, { onSuccess: onClose })}
        onClose={onClose}
        finalFocus={deletion.isSuccess ? list : undefined}
      />
    </>
  );
}

/** A whole mail as text: nothing in it is loaded, run or linked. */
function SourceDialog({
  mail,
  isOpen,
  onClose,
}: {
  mail: InboundMail | undefined;
  isOpen: boolean;
  onClose: () => void;
}) {
  const source = useQuery({ ...getMailSource(mail?.id ?? ''), enabled: isOpen && mail !== undefined });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="The whole email"
      description="As it arrived, as plain text. Links and pictures in it aren’t opened."
    >
      <QueryState query={source} label="Loading the email…" fallback="Failed to load the email." />
      {source.data && (
        <>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
            tabIndex={0}
            aria-label="Source of the email"
            className="max-h-[55dvh] overflow-auto rounded-md bg-sunken p-4"
          >
            <pre className="font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
              {source.data.source}
            </pre>
          </section>
          {source.data.isCut && <p className="text-sm text-ink-soft">The rest of the email isn’t shown.</p>}
        </>
      )}
    </Dialog>
  );
}
