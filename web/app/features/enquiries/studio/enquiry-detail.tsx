import type { EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { Archive, MailOpen } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { StatusLine } from '../../../ui/feedback/status-line.tsx';
import { usePassingText } from '../../../ui/list/use-passing-text.ts';
import { EnquiryAnswer } from './enquiry-answer.tsx';
import { EnquiryFacts } from './enquiry-facts.tsx';
import { EnquiryStatusBadge } from './enquiry-status.tsx';
import { useSetEnquiryStatus } from './set-enquiry-status.ts';
import { TechnicalDetails } from './technical-details.tsx';

/** The id of the button that archives the open enquiry: a key presses it. */
export const ARCHIVE_ID = 'enquiry-archive';

/** How long the lines about what was done stay, in ms (specification section 9). */
const MARKED_FOR = 2_500;
const COPIED_FOR = 1_500;

/** The lines about what was done float at the foot of the window, wherever the message is scrolled to. */
const passingClass = 'rounded-full border border-rule bg-raised px-4 py-2 shadow-floating empty:invisible';

/** An enquiry, and what can be done with it. Give it the enquiry's id as key: what it says is about this one. */
export function EnquiryDetail({
  enquiry,
  headingRef,
  isMarkedOnOpen,
}: {
  enquiry: Enquiry;
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** Somebody has opened it, and wants that to mark it as read. */
  isMarkedOnOpen: boolean;
}) {
  const marking = useSetEnquiryStatus();
  const [marked, showMarked] = usePassingText();
  const [copied, showCopied] = usePassingText();

  const mark = (status: EnquiryStatus) =>
    marking.mutate(
      { id: enquiry._id, status },
      { onSuccess: () => showMarked(`Marked as ${status}.`, MARKED_FOR) },
    );
  const opened = useEffectEvent(() => {
    if (isMarkedOnOpen && enquiry.status === 'new') mark('read');
  });
  // Once, when it opens: what is changed about it or about the choice later marks nothing.
  useEffect(() => opened(), []);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      showCopied('Copied to clipboard.', COPIED_FOR);
    } catch {
      // Refused, or the page came over plain http, where browsers have no clipboard.
      showCopied('The browser didn’t allow copying. Select the text instead.', 2 * MARKED_FOR);
    }
  };
  const isMarking = (status: EnquiryStatus) => marking.isPending && marking.variables.status === status;

  return (
    <article
      aria-labelledby="enquiry-heading"
      className="flex flex-col gap-5 rounded-lg border border-rule bg-raised p-5 sm:p-7 roomy:max-h-[calc(100dvh-7.5rem)]"
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
            id={ARCHIVE_ID}
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
      <section
        aria-label="Message and technical details"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="grid min-h-24 grid-cols-1 gap-4 border-t border-rule pt-5 roomy:overflow-y-auto"
      >
        <p className="whitespace-pre-wrap wrap-anywhere">{enquiry.message}</p>
        <TechnicalDetails meta={enquiry.meta} />
      </section>
      <EnquiryAnswer
        enquiry={enquiry}
        onCopy={copy}
        onInvited={() => showMarked(`Invitation sent to ${enquiry.email}.`, MARKED_FOR)}
      />
      <div className="pointer-events-none sticky bottom-4 -mt-5 flex h-0 items-end justify-center gap-3">
        <StatusLine tone="success" className={passingClass}>
          {marked}
        </StatusLine>
        <StatusLine className={passingClass}>{copied}</StatusLine>
      </div>
    </article>
  );
}
