import type { AdminAction } from '@atelier/domain/audit/schema.ts';
import { shortId } from '@atelier/domain/ids.ts';
import { ListFilter } from 'lucide-react';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { Link } from '../../lib/links.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { detailWords, itemWords, outcomeWords, subjectPath } from './action-words.ts';
import type { AuditFilter } from './list-admin-actions.ts';

const pressClass =
  'min-h-11 text-left text-sm underline decoration-edge underline-offset-4 hover:decoration-accent wrap-anywhere';

/** What the audit shows of each action; pressing who did it shows only theirs. */
export function auditColumns(onFilter: (filter: Partial<AuditFilter>) => void): Column<AdminAction>[] {
  return [
    {
      key: 'what',
      header: 'What',
      isTitle: true,
      cell: (action) => {
        const outcome = outcomeWords(action.outcome);
        return (
          <>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {action.says}
              {outcome && <Badge tone="warning">{outcome}</Badge>}
            </span>
            <span className="block text-sm font-normal text-ink-soft wrap-anywhere">
              {detailWords(action.detail)}
            </span>
          </>
        );
      },
    },
    {
      key: 'thing',
      header: 'Target',
      className: '@min-[56rem]:min-w-48',
      cell: (action) => action.subject && <Subject action={action} onFilter={onFilter} />,
    },
    {
      key: 'who',
      header: 'Who',
      className: '@min-[56rem]:min-w-36 @min-[68rem]:min-w-48',
      cell: ({ actor }) => (
        <button
          type="button"
          className={pressClass}
          aria-label={`Only what ${actor.email} did`}
          onClick={() => onFilter({ by: actor.id })}
        >
          <EmailText email={actor.email} />
        </button>
      ),
    },
    {
      key: 'when',
      header: 'When',
      className: 'whitespace-nowrap',
      cell: ({ createdAt }) => (
        <>
          <time dateTime={createdAt} className="block">
            {formatDateTime(createdAt)}
          </time>
          <span className="text-sm text-ink-faint">{formatAgo(createdAt)}</span>
        </>
      ),
    },
    {
      key: 'where',
      header: 'From',
      className: 'wrap-anywhere @min-[56rem]:min-w-28',
      cell: ({ address, userAgent }) => (
        <span title={userAgent ?? undefined} className="text-sm tabular-nums">
          {address}
        </span>
      ),
    },
  ];
}

function Subject({
  action,
  onFilter,
}: {
  action: AdminAction;
  onFilter: (filter: Partial<AuditFilter>) => void;
}) {
  const { subject, item } = action;
  if (!subject) return null;
  const name = subject.title || `#${shortId(subject.id)}`;
  const path = subjectPath(action);
  return (
    <>
      <span className="-my-2 flex min-h-11 items-center gap-x-1">
        {path ? (
          <Link to={path} className="inline-flex min-h-11 items-center py-2 wrap-anywhere">
            {name}
          </Link>
        ) : (
          <span className="py-2 wrap-anywhere">{name}</span>
        )}
        <IconButton
          label={`Only what was done to ${name}`}
          title="Only this"
          onClick={() => onFilter({ subject: subject.id })}
        >
          <ListFilter aria-hidden="true" />
        </IconButton>
      </span>
      {item && <span className="block text-sm text-ink-soft wrap-anywhere">{itemWords(item)}</span>}
    </>
  );
}
