import { CONTACT_PREVIEW_LENGTH } from '@atelier/domain/enquiries/rules.ts';
import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { truncate } from '@atelier/domain/text.ts';
import { clsx } from 'clsx';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { Link } from '../../../lib/links.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';

/** The id of an enquiry's row in the page: the keyboard comes back to it. */
export const enquiryRowId = (id: string) => `enquiry-${id}`;

/** One enquiry of the inbox: who, when, and how the message begins. */
export function EnquiryRow({
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
  /** Where list and message stand beside each other. */
  keepsScroll: boolean;
  /** Ticked, for what is done to several at once. */
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}) {
  const isNew = enquiry.status === 'new';
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
          'grid min-w-0 flex-1 grid-cols-1 gap-1 rounded-md border px-4 py-3 no-underline transition-colors',
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
          {truncate(enquiry.message.replace(/\s+/g, ' '), CONTACT_PREVIEW_LENGTH)}
        </span>
        {enquiry.status === 'archived' && <span className="text-xs text-ink-faint">Archived</span>}
      </Link>
    </li>
  );
}
