import { webmail } from '@atelier/content/webmail.ts';
import type { Enquiry, EnquiryStatus } from '@atelier/domain/contact.ts';
import { Archive, Copy, ExternalLink, MailOpen, Reply } from 'lucide-react';
import type { RefObject } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ButtonAnchor } from '../../../ui/button-link.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import { usePassingText } from '../use-passing-text.ts';
import { EnquiryFacts } from './enquiry-facts.tsx';
import { EnquiryStatusBadge } from './enquiry-status.tsx';
import { copiedMessage, replyLink, webmailLink } from './reply.ts';
import { useSetEnquiryStatus } from './set-enquiry-status.ts';
import { TechnicalDetails } from './technical-details.tsx';

/** How long the lines about what was done stay, in ms (specification section 9). */
const MARKED_FOR = 2_500;
const COPIED_FOR = 1_500;

/** An enquiry, and what can be done with it. Give it the enquiry's id as key: what it says is about this one. */
export function EnquiryDetail({
  enquiry,
  headingRef,
}: {
  enquiry: Enquiry;
  headingRef: RefObject<HTMLHeadingElement | null>;
}) {
  const marking = useSetEnquiryStatus();
  const [marked, showMarked] = usePassingText();
  const [copied, showCopied] = usePassingText();
  const writtenAt = formatDateTime(enquiry.createdAt);

  const mark = (status: EnquiryStatus) =>
    marking.mutate(
      { id: enquiry._id, status },
      { onSuccess: () => showMarked(`Marked as ${status}.`, MARKED_FOR) },
    );
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => showCopied('Copied to clipboard.', COPIED_FOR),
      () => showCopied('The browser did not allow copying. Select the text instead.', 2 * MARKED_FOR),
    );
  const isMarking = (status: EnquiryStatus) => marking.isPending && marking.variables.status === status;

  return (
    <article
      aria-labelledby="enquiry-heading"
      className="grid grid-cols-1 gap-5 rounded-lg border border-rule bg-raised p-5 sm:p-7"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-3">
          <h2 id="enquiry-heading" ref={headingRef} tabIndex={-1} className="min-w-0 text-xl wrap-anywhere">
            {enquiry.name}
          </h2>
          <EnquiryStatusBadge status={enquiry.status} />
        </div>
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="sm"
            disabled={enquiry.status === 'read'}
            isPending={isMarking('read')}
            pendingLabel="Marking…"
            onClick={() => mark('read')}
          >
            <MailOpen aria-hidden="true" className="size-4" />
            Read
          </Button>
          <Button
            variant="secondary"
            size="sm"
            disabled={enquiry.status === 'archived'}
            isPending={isMarking('archived')}
            pendingLabel="Archiving…"
            onClick={() => mark('archived')}
          >
            <Archive aria-hidden="true" className="size-4" />
            Archive
          </Button>
        </div>
      </header>
      {marking.isError && (
        <Alert tone="danger">{failureMessage(marking.error, 'Failed to update status.')}</Alert>
      )}
      <EnquiryFacts enquiry={enquiry} onCopy={copy} />
      <p className="border-t border-rule pt-5 whitespace-pre-wrap wrap-anywhere">{enquiry.message}</p>
      <footer className="grid grid-cols-1 gap-3 border-t border-rule pt-5">
        <div className="flex flex-wrap gap-3">
          <ButtonAnchor href={replyLink(enquiry, writtenAt)}>
            <Reply aria-hidden="true" className="size-5" />
            Reply
          </ButtonAnchor>
          <ButtonAnchor
            variant="secondary"
            href={webmailLink(enquiry, writtenAt, webmail.compose)}
            target="_blank"
            rel="noopener noreferrer"
          >
            Reply in {webmail.name}
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only">(opens in a new tab)</span>
          </ButtonAnchor>
          <Button variant="quiet" onClick={() => copy(copiedMessage(enquiry, writtenAt))}>
            <Copy aria-hidden="true" className="size-4" />
            Copy message
          </Button>
        </div>
        <div className="flex flex-wrap gap-x-4">
          <StatusLine tone="success">{marked}</StatusLine>
          <StatusLine>{copied}</StatusLine>
        </div>
        <TechnicalDetails meta={enquiry.meta} />
      </footer>
    </article>
  );
}
