import { api } from '@atelier/domain/api.ts';
import { CONTACT_PREVIEW_LENGTH, type EnquiryStatus, replyState } from '@atelier/domain/enquiries/rules.ts';
import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { truncate } from '@atelier/domain/text.ts';
import { clsx } from 'clsx';
import { useCall } from '../../../lib/api/use-call.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { Link } from '../../../lib/pages/links.ts';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { usePassingText } from '../../../ui/feedback/toast.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { changesEnquiries } from './enquiries.queries.ts';
import { MARKED_FOR, MarkButton } from './enquiry-detail.tsx';

/** The messages of a page, with checkboxes to select several. */
export function EnquiryList({
  items,
  isBusy,
  currentId,
  keepsScroll,
  addressOf,
  selectedIds,
  onSelect,
}: {
  items: readonly Enquiry[];
  isBusy: boolean;
  /** The one that is open. */
  currentId: string | undefined;
  keepsScroll: boolean;
  /** The address's query that opens one. */
  addressOf: (id: string) => string;
  selectedIds: ReadonlySet<string>;
  onSelect: (ids: readonly string[]) => void;
}) {
  const selected = items.filter((enquiry) => selectedIds.has(enquiry._id));
  const select = (id: string, isSelected: boolean) => {
    const others = selected.map((enquiry) => enquiry._id).filter((each) => each !== id);
    onSelect(isSelected ? [...others, id] : others);
  };
  return (
    <>
      <BulkBar items={items} selected={selected} onSelect={onSelect} />
      <ul
        aria-busy={isBusy || undefined}
        className={clsx('grid grid-cols-1 gap-0.5', isBusy && 'opacity-60')}
      >
        {items.map((enquiry) => (
          <EnquiryRow
            key={enquiry._id}
            enquiry={enquiry}
            search={addressOf(enquiry._id)}
            isCurrent={enquiry._id === currentId}
            keepsScroll={keepsScroll}
            isSelected={selectedIds.has(enquiry._id)}
            onSelect={(isSelected) => select(enquiry._id, isSelected)}
          />
        ))}
      </ul>
    </>
  );
}

/** The id of an enquiry's row: the focus returns to it. */
export const enquiryRowId = (id: string) => `enquiry-${id}`;

/** One enquiry of the inbox: who, when, and how the message begins. */
function EnquiryRow({
  enquiry,
  search,
  isCurrent,
  keepsScroll,
  isSelected,
  onSelect,
}: {
  enquiry: Enquiry;
  /** The address's query that opens it. */
  search: string;
  isCurrent: boolean;
  /** List and message are side by side. */
  keepsScroll: boolean;
  /** Selected for an action on several at once. */
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}) {
  const isNew = enquiry.status === 'new';
  const state = replyState(enquiry);
  return (
    <li className="flex items-start pl-2">
      <Checkbox
        label={<span className="sr-only">Select {enquiry.name}</span>}
        checked={isSelected}
        onChange={(event) => onSelect(event.target.checked)}
      />
      <Link
        id={enquiryRowId(enquiry._id)}
        to={{ search }}
        preventScrollReset={keepsScroll}
        aria-current={isCurrent ? 'true' : undefined}
        className={clsx(
          'grid min-w-0 flex-1 grid-cols-1 gap-0.5 rounded-md border px-3 py-2 no-underline transition-colors',
          isCurrent ? 'border-accent bg-raised' : 'border-transparent hover:bg-raised',
        )}
      >
        <span className="flex items-baseline gap-2">
          {isNew && (
            <span className="size-2 shrink-0 -translate-y-px rounded-full bg-accent">
              <span className="sr-only">New: </span>
            </span>
          )}
          <span className={clsx('min-w-0 flex-1 truncate', isNew ? 'font-semibold' : 'text-ink-soft')}>
            {enquiry.name}
          </span>
          {state && enquiry.status !== 'archived' && (
            <span className={clsx('shrink-0 text-xs', isNew ? 'font-semibold' : 'text-ink-faint')}>
              {state === 'answered' ? 'Answered' : 'Replied'}
            </span>
          )}
          {enquiry.status === 'archived' && <span className="shrink-0 text-xs text-ink-faint">Archived</span>}
          <time
            dateTime={enquiry.createdAt}
            title={formatDateTime(enquiry.createdAt)}
            className="shrink-0 text-xs text-ink-faint"
          >
            {formatAgo(enquiry.createdAt)}
          </time>
        </span>
        <span className="line-clamp-3 text-sm text-ink-soft wrap-anywhere">
          {enquiry.subject && <span className="font-medium text-ink">{enquiry.subject} · </span>}
          <span>{truncate(enquiry.message.replace(/\s+/g, ' '), CONTACT_PREVIEW_LENGTH)}</span>
        </span>
      </Link>
    </li>
  );
}

/** Above the messages of a page: selects all of them, and acts on the selected ones. */
function BulkBar({
  items,
  selected,
  onSelect,
}: {
  items: readonly Enquiry[];
  /** Those of the page that are selected. */
  selected: readonly Enquiry[];
  onSelect: (ids: readonly string[]) => void;
}) {
  const marking = useCall(api.setEnquiryStatuses, changesEnquiries);
  const [announcement, announce] = usePassingText();
  const mark = (status: EnquiryStatus) =>
    marking.mutate(
      { body: { ids: selected.map((enquiry) => enquiry._id), status } },
      {
        onSuccess: ({ items: changed }) => {
          announce(`${changed.length} marked as ${status}.`, MARKED_FOR);
          onSelect([]);
        },
      },
    );
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex min-h-11 flex-wrap items-center gap-2 pl-2">
        <Checkbox
          label={selected.length > 0 ? `${selected.length} selected` : 'Select all'}
          checked={selected.length === items.length}
          onChange={(event) => onSelect(event.target.checked ? items.map((enquiry) => enquiry._id) : [])}
        />
        {selected.length > 0 && (
          <>
            <MarkButton status="read" marking={marking} onMark={mark} className="ml-auto">
              Mark read
            </MarkButton>
            <MarkButton status="archived" marking={marking} onMark={mark}>
              Archive<span className="sr-only"> selected</span>
            </MarkButton>
          </>
        )}
        <StatusLine tone="success">{announcement}</StatusLine>
      </div>
      <FailureAlert error={marking.error} fallback="Failed to update status." />
    </div>
  );
}
