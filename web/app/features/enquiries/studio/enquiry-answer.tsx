import { webmail } from '@atelier/content/webmail.ts';
import { replySubject } from '@atelier/domain/enquiries/rules.ts';
import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { Copy, ExternalLink, Reply, Send } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { late, useEver } from '../../../lib/late.tsx';
import { Button, ButtonAnchor } from '../../../ui/button.tsx';
import { mailLink } from '../../../ui/contact-links.tsx';

const InviteDialog = late(() => import('./invite-dialog.tsx'));

/** The parts of an enquiry that an answer needs. */
export type Quoted = Pick<Enquiry, 'name' | 'email' | 'phone' | 'message' | 'createdAt'>;

/**
 * Longest link handed to a mail program, in characters: Windows passes no more than 2,083 on, and a
 * cut link opens an empty mail.
 */
export const MAILTO_MAX = 2_000;
/** Longest address that webmail servers take; common ones refuse a request line over 8 kB. */
export const WEBMAIL_MAX = 6_000;

const CUT = '[…]';

/** The text of an answer before anything is written: a greeting, and what they wrote, quoted. */
function replyBody(enquiry: Quoted, writtenAt: string, message = enquiry.message): string {
  const quoted = message
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
  return `Hi ${enquiry.name},\n\n\n\nOn ${writtenAt}, ${enquiry.name} wrote:\n${quoted}\n`;
}

/**
 * Percent-encodes for a mail link; line ends as CRLF, the form that mail programs expect (RFC
 * 6068).
 */
function encodeMail(text: string): string {
  return encodeURIComponent(text.toWellFormed().replace(/\r?\n/g, '\r\n'));
}

/**
 * The link with the longest quote that keeps it within `max` characters; what was left out is
 * marked. Search by halves: the length of a link follows from its characters' encoding, not from
 * their number.
 */
function fitted(enquiry: Quoted, max: number, link: (message: string) => string): string {
  const whole = link(enquiry.message);
  if (whole.length <= max) return whole;
  const characters = [...enquiry.message];
  const cutAt = (count: number) => link(`${characters.slice(0, count).join('').trimEnd()} ${CUT}`);
  let fits = 0;
  let tooMany = characters.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (cutAt(middle).length <= max) fits = middle;
    else tooMany = middle;
  }
  return cutAt(fits);
}

/** A mailto link that answers the enquiry and quotes it. `writtenAt` is its time in words. */
export function replyLink(enquiry: Quoted, writtenAt: string): string {
  return fitted(enquiry, MAILTO_MAX, (message) => {
    const subject = encodeMail(replySubject(enquiry.name));
    return `${mailLink(enquiry.email)}?subject=${subject}&body=${encodeMail(replyBody(enquiry, writtenAt, message))}`;
  });
}

/** The same answer in the owner's webmail, whose address pattern is content. */
export function webmailLink(enquiry: Quoted, writtenAt: string, compose: string): string {
  return fitted(enquiry, WEBMAIL_MAX, (message) => {
    const parts: Record<string, string> = {
      to: enquiry.email,
      subject: replySubject(enquiry.name),
      body: replyBody(enquiry, writtenAt, message),
    };
    return compose.replace(/\{(to|subject|body)\}/g, (_, part: string) => encodeMail(parts[part] ?? ''));
  });
}

/**
 * What "Copy message" puts on the clipboard: From, Date and the message (specification section 2).
 */
export function copiedMessage(enquiry: Quoted, writtenAt: string): string {
  return `From: ${enquiry.name} <${enquiry.email}>\nDate: ${writtenAt}\n\n${enquiry.message}`;
}

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
  const hasInvited = useEver(isInviting);
  const writtenAt = formatDateTime(enquiry.createdAt);
  return (
    <footer className="flex flex-wrap items-center gap-2.5 border-t border-rule pt-5">
      <ButtonAnchor variant="secondary" size="sm" id={REPLY_ID} href={replyLink(enquiry, writtenAt)}>
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
        {enquiry.invitedAt ? 'Invite again' : 'Start a project for them'}
      </Button>
      <Button variant="quiet" size="sm" onClick={() => onCopy(copiedMessage(enquiry, writtenAt))}>
        <Copy aria-hidden="true" className="size-4" />
        Copy message
      </Button>
      {hasInvited && (
        <InviteDialog
          enquiry={enquiry}
          isOpen={isInviting}
          onClose={() => setIsInviting(false)}
          onInvited={() => {
            setIsInviting(false);
            onInvited();
          }}
        />
      )}
    </footer>
  );
}
