import { api } from '@atelier/domain/api.ts';
import { ENQUIRY_STATUSES, type EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Archive, ChevronRight, Copy, MailOpen, MousePointerClick, SearchX, Trash2 } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { useCall } from '../../../lib/api/use-call.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { late } from '../../../lib/late.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmailText, mailLink, telLink } from '../../../ui/contact-links.tsx';
import type { Tone } from '../../../ui/feedback/alert.tsx';
import { isMissing, LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { EmptyState, Skeleton, SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { usePassingText } from '../../../ui/feedback/toast.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { changesEnquiry, getEnquiry } from './enquiries.queries.ts';
import { EnquiryAnswer } from './enquiry-answer.tsx';

/** Late: the list comes first. */
const EnquiryThreadSection = late(
  () => import('./enquiry-thread.tsx'),
  <SkeletonList label="Loading replies…" rows={2} />,
);

const labels: Record<EnquiryStatus | 'all', string> = {
  all: 'All',
  new: 'New',
  read: 'Read',
  archived: 'Archived',
};
const tones: Record<EnquiryStatus, Tone> = { new: 'accent', read: 'neutral', archived: 'neutral' };

/** The inbox's filter, in the order it is shown. */
export const enquiryFilter = { choices: ['all', ...ENQUIRY_STATUSES], initial: 'all' } as const;
export const enquiryFilterChoices = enquiryFilter.choices.map((value) => ({ value, label: labels[value] }));

/** An enquiry's status in a word. */
function EnquiryStatusBadge({ status }: { status: EnquiryStatus }) {
  return <Badge tone={tones[status]}>{labels[status]}</Badge>;
}

/** Beside the list: the open enquiry, or why there is none. */
export function EnquiryPane({
  open,
  headingRef,
  marksOnOpen,
  below,
  onDelete,
}: {
  open: OpenEnquiry;
  headingRef: RefObject<HTMLHeadingElement | null>;
  marksOnOpen: boolean;
  below: (enquiryId: string) => ReactNode;
  onDelete: (enquiry: Enquiry) => void;
}) {
  const { enquiry, error, isChosen, isPending, retry } = open;
  if (enquiry) {
    return (
      <EnquiryDetail
        key={enquiry._id}
        enquiry={enquiry}
        headingRef={headingRef}
        isMarkedOnOpen={marksOnOpen && isChosen}
        onDelete={onDelete}
      >
        {below(enquiry._id)}
      </EnquiryDetail>
    );
  }
  if (isPending) return <Skeleton className="h-96 w-full rounded-lg" />;
  if (isMissing(error)) {
    return (
      <EmptyState icon={<SearchX aria-hidden="true" />} title="Not found.">
        This message was deleted, or the link to it is incomplete.
      </EmptyState>
    );
  }
  if (error) return <LoadFailure error={error} fallback="Failed to load the message." onRetry={retry} />;
  return (
    <EmptyState icon={<MousePointerClick aria-hidden="true" />} title="Select a message to view details" />
  );
}

/** The id of the button that archives the open enquiry: a key presses it. */
export const ARCHIVE_ID = 'enquiry-archive';

/** How long announcements stay, in ms (specification section 9). */
export const MARKED_FOR = 2_500;
const COPIED_FOR = 1_500;

/** Announcements float at the bottom of the window, wherever the message is scrolled to. */
const passingClass = 'rounded-full border border-rule bg-raised px-4 py-2 shadow-floating empty:invisible';

/**
 * An enquiry and its actions. Needs the enquiry's id as its key: announcements belong to one
 * enquiry.
 */
function EnquiryDetail({
  enquiry,
  headingRef,
  isMarkedOnOpen,
  children,
  onDelete,
}: {
  enquiry: Enquiry;
  headingRef: RefObject<HTMLHeadingElement | null>;
  /** The admin has opened it, and the settings mark it as read then. */
  isMarkedOnOpen: boolean;
  children: ReactNode;
  onDelete: (enquiry: Enquiry) => void;
}) {
  const marking = useCall(api.setEnquiryStatus, changesEnquiry);
  const [marked, showMarked] = usePassingText();
  const [copied, showCopied] = usePassingText();

  const mark = (status: EnquiryStatus) =>
    marking.mutate(
      { params: { id: enquiry._id }, body: { status } },
      { onSuccess: () => showMarked(`Marked as ${status}.`, MARKED_FOR) },
    );
  const opened = useEffectEvent(() => {
    if (isMarkedOnOpen && enquiry.status === 'new') mark('read');
  });
  // Once, when it opens: a later change of the enquiry or the setting marks nothing.
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
          <MarkButton status="read" marking={marking} onMark={mark} disabled={enquiry.status === 'read'}>
            Read
          </MarkButton>
          <MarkButton
            status="archived"
            marking={marking}
            onMark={mark}
            id={ARCHIVE_ID}
            disabled={enquiry.status === 'archived'}
          >
            Archive
          </MarkButton>
          <IconButton label="Delete" aria-haspopup="dialog" onClick={() => onDelete(enquiry)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      </header>
      <FailureAlert error={marking.error} fallback="Failed to update status." />
      <EnquiryFacts enquiry={enquiry} onCopy={copy} />
      <section
        aria-label="Message and technical details"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
        className="grid min-h-24 grid-cols-1 gap-4 border-t border-rule pt-5 roomy:overflow-y-auto"
      >
        <p className="whitespace-pre-wrap wrap-anywhere">{enquiry.message}</p>
        <EnquiryThreadSection
          enquiry={enquiry}
          onSent={() => showMarked(`Reply sent to ${enquiry.email}.`, MARKED_FOR)}
        />
        <TechnicalDetails meta={enquiry.meta} />
        {children}
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

const marks = {
  read: { Icon: MailOpen, pendingLabel: 'Marking…' },
  archived: { Icon: Archive, pendingLabel: 'Archiving…' },
} as const;

/** Gives one enquiry, or several, a status. */
export function MarkButton({
  status,
  marking,
  onMark,
  children,
  ...rest
}: {
  status: keyof typeof marks;
  marking: { isPending: boolean; variables: { body: { status: EnquiryStatus } } | undefined };
  onMark: (status: EnquiryStatus) => void;
  children: ReactNode;
} & Pick<ComponentProps<typeof Button>, 'id' | 'className' | 'disabled'>) {
  const { Icon, pendingLabel } = marks[status];
  return (
    <Button
      variant="secondary"
      size="sm"
      isPending={marking.isPending && marking.variables?.body.status === status}
      pendingLabel={pendingLabel}
      onClick={() => onMark(status)}
      {...rest}
    >
      <Icon aria-hidden="true" className="size-4" />
      {children}
    </Button>
  );
}

const linkClass = 'underline decoration-edge underline-offset-4 hover:decoration-accent wrap-anywhere';

/** Who wrote, how to reach them, and when it came. */
function EnquiryFacts({ enquiry, onCopy }: { enquiry: Enquiry; onCopy: (text: string) => void }) {
  const tel = telLink(enquiry.phone);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm sm:grid-cols-[6rem_minmax(0,1fr)] [&_dd]:flex [&_dd]:min-h-11 [&_dd]:items-center [&_dt]:self-center [&_dt]:text-ink-faint">
      <dt>Email</dt>
      <dd className="-mr-3 gap-0.5">
        <a href={mailLink(enquiry.email)} className={linkClass}>
          <EmailText email={enquiry.email} />
        </a>
        <IconButton label="Copy email" onClick={() => onCopy(enquiry.email)}>
          <Copy aria-hidden="true" />
        </IconButton>
      </dd>
      {enquiry.phone && (
        <>
          <dt>Phone</dt>
          <dd>
            {tel ? (
              <a href={tel} className={linkClass}>
                {enquiry.phone}
              </a>
            ) : (
              enquiry.phone
            )}
          </dd>
        </>
      )}
      {enquiry.subject && (
        <>
          <dt>Subject</dt>
          <dd className="wrap-anywhere">{enquiry.subject}</dd>
        </>
      )}
      <dt>Received</dt>
      <dd>
        <span>
          <time dateTime={enquiry.createdAt}>{formatDateTime(enquiry.createdAt)}</time>
          <span className="text-ink-faint max-sm:hidden"> · {formatAgo(enquiry.createdAt)}</span>
        </span>
      </dd>
      {enquiry.invitedAt && (
        <>
          <dt>Invited</dt>
          <dd>
            <span>
              <time dateTime={enquiry.invitedAt}>{formatDateTime(enquiry.invitedAt)}</time>
              <span className="text-ink-faint max-sm:hidden"> · {formatAgo(enquiry.invitedAt)}</span>
            </span>
          </dd>
        </>
      )}
    </dl>
  );
}

/**
 * The origin of an enquiry, collapsed. The sender chooses the referrer: shown as text, never as a
 * link.
 */
function TechnicalDetails({ meta }: { meta: Enquiry['meta'] }) {
  const facts = [
    ['IP address', meta.ip],
    ['User agent', meta.userAgent],
    ['Referrer', meta.referer],
  ] as const;
  return (
    <details className="group text-sm">
      <summary className="inline-flex min-h-11 list-none items-center gap-1.5 font-medium text-ink-soft hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Technical details
      </summary>
      <dl className="grid gap-x-6 gap-y-2 rounded-md bg-sunken p-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-mono text-xs leading-6 wrap-anywhere">{value || '—'}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The enquiry that is open beside the list, if any. */
export interface OpenEnquiry {
  enquiry: Enquiry | undefined;
  /** The address names it: only then it replaces the list on a phone. */
  isChosen: boolean;
  isPending: boolean;
  /** Why the one in the address failed to load. */
  error: Error | null;
  retry: () => void;
}

/**
 * The open enquiry: one of the list, or the one in the address if another page or filter has it, as
 * with an old mail's link.
 */
export function useOpenEnquiry(
  items: readonly Enquiry[] | undefined,
  chosenId: string | null,
  opensFirst: boolean,
): OpenEnquiry {
  const { selected, isChosen } = useSelection(items ?? [], chosenId, opensFirst);
  const isElsewhere = items !== undefined && chosenId !== null && selected === undefined;
  const one = useQuery({ ...getEnquiry(chosenId ?? ''), enabled: isElsewhere });
  return {
    enquiry: selected ?? (isElsewhere && !one.isError ? one.data : undefined),
    isChosen,
    isPending: isElsewhere && one.isPending,
    error: isElsewhere ? one.error : null,
    retry: () => void one.refetch(),
  };
}

/** The open item of a list: the one in the address, else the one that opened by itself. */
interface Selection<Item> {
  selected: Item | undefined;
  /** The address names it: only then it replaces the list on a phone. */
  isChosen: boolean;
}

/**
 * The open item. With none in the address and `opensFirst`, the first one opens by itself
 * (specification section 2: page 1, no filter), and stays open when newer ones appear above it.
 */
function useSelection<Item extends { _id: string }>(
  items: readonly Item[],
  chosenId: string | null,
  opensFirst: boolean,
): Selection<Item> {
  const [openedId, setOpenedId] = useState<string>();
  const first = items[0]?._id;
  const isStillThere = items.some((item) => item._id === openedId);
  const wantedId = opensFirst && !isStillThere ? first : openedId;
  if (wantedId !== openedId) setOpenedId(wantedId);

  const id = chosenId ?? (opensFirst ? wantedId : undefined);
  return { selected: items.find((item) => item._id === id), isChosen: chosenId !== null };
}
