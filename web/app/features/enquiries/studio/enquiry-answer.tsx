import { webmail } from '@atelier/content/webmail.ts';
import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { Copy, ExternalLink, Reply, Send } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonAnchor } from '../../../ui/button-link.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { copiedMessage, replyLink, webmailLink } from './reply.ts';

/** The id of the link that answers the open enquiry: a key presses it. */
export const REPLY_ID = 'enquiry-reply';

/** The ways to answer an enquiry. */
export function EnquiryAnswer({
  enquiry,
  onCopy,
  onInvited,
}: {
  enquiry: Enquiry;
  onCopy: (text: string) => void;
  onInvited: () => void;
}) {
  const [isInviting, setIsInviting] = useState(false);
  const writtenAt = formatDateTime(enquiry.createdAt);
  return (
    <footer className="flex flex-wrap items-center gap-2.5 border-t border-rule pt-5">
      <ButtonAnchor size="sm" id={REPLY_ID} href={replyLink(enquiry, writtenAt)}>
        <Reply aria-hidden="true" className="size-4" />
        Reply
      </ButtonAnchor>
      <ButtonAnchor
        variant="secondary"
        size="sm"
        href={webmailLink(enquiry, writtenAt, webmail.compose)}
        target="_blank"
        rel="noopener noreferrer"
      >
        Reply in {webmail.name}
        <ExternalLink aria-hidden="true" className="size-4" />
        <span className="sr-only">(opens in a new tab)</span>
      </ButtonAnchor>
      <Button variant="secondary" size="sm" onClick={() => setIsInviting(true)}>
        <Send aria-hidden="true" className="size-4" />
        {enquiry.invitedAt ? 'Invite again' : 'Invite to start a project'}
      </Button>
      <Button variant="quiet" size="sm" onClick={() => onCopy(copiedMessage(enquiry, writtenAt))}>
        <Copy aria-hidden="true" className="size-4" />
        Copy message
      </Button>
      <InviteDialog
        enquiry={enquiry}
        isOpen={isInviting}
        onClose={() => setIsInviting(false)}
        onInvited={() => {
          setIsInviting(false);
          onInvited();
        }}
      />
    </footer>
  );
}
