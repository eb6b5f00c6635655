import { studio } from '@atelier/content/studio.ts';
import { api } from '@atelier/domain/api.ts';
import type { AdminAction } from '@atelier/domain/audit/schema.ts';
import { shortId } from '@atelier/domain/text.ts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ListFilter, ScrollText, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type MetaDescriptor, useSearchParams } from 'react-router';
import { callApi } from '../../lib/api/api-client.ts';
import { adminKeys } from '../../lib/api/query-client.ts';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { Link } from '../../lib/pages/links.ts';
import type { AdminHandle } from '../../lib/pages/page-routes.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { AdminsOnly, isForbidden } from '../../ui/feedback/load-failure.tsx';
import { EmptyState } from '../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ShowMore } from '../../ui/list/pager.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { detailWords, itemWords, outcomeWords, subjectPath } from './action-words.ts';

/** Filters by actor and by subject; null for all. */
interface AuditFilter {
  by: string | null;
  subject: string | null;
}

/** The actions of admins, newest first; each further page is older. */
const listAdminActions = ({ by, subject }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.audit, { by, subject }],
    queryFn: ({ pageParam, signal }) =>
      callApi(api.listAdminActions, {
        query: {
          ...(pageParam && { before: pageParam }),
          ...(by && { by }),
          ...(subject && { subject }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasOlder ? last.items.at(-1)?._id : undefined),
    placeholderData: keepPreviousData,
  });

export const meta = (): MetaDescriptor[] => [{ title: `Audit · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

/** /admin/audit: the actions of admins, with actor, subject, time and address. */
export default function Audit() {
  const [params, setParams] = useSearchParams();
  const filter: AuditFilter = { by: params.get('by'), subject: params.get('subject') };
  const list = useInfiniteQuery(listAdminActions(filter));
  const region = useRef<HTMLElement>(null);
  const change = (wanted: Partial<AuditFilter>) => {
    const next = Object.entries({ ...filter, ...wanted }).filter(([, value]) => value !== null);
    setParams(new URLSearchParams(next as [string, string][]));
    // The pressed button may be gone with its row.
    region.current?.focus();
  };

  if (isForbidden(list.error)) return <AdminsOnly />;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = filter.by !== null || filter.subject !== null;
  const actor = items.find((item) => item.actor.id === filter.by)?.actor.email;
  const subject = items.find((item) => item.subject?.id === filter.subject && item.subject?.title)?.subject
    ?.title;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Audit">
        Every admin action: who did it, to what, when and from where. Nothing here can be changed.
      </PageHeader>
      {isFiltered && (
        <div className="flex flex-wrap items-center gap-3">
          {filter.by !== null && (
            <FilterChip onRemove={() => change({ by: null })}>
              Only by {actor ?? `#${shortId(filter.by)}`}
            </FilterChip>
          )}
          {filter.subject !== null && (
            <FilterChip onRemove={() => change({ subject: null })}>
              Only what was done to {subject || `#${shortId(filter.subject)}`}
            </FilterChip>
          )}
        </div>
      )}
      <section ref={region} tabIndex={-1} aria-label="Actions" className="grid grid-cols-1 gap-5">
        <QueryState query={list} label="Loading the audit…" rows={8} fallback="Failed to load the audit." />
        {list.data && items.length === 0 && (
          <EmptyState
            icon={<ScrollText aria-hidden="true" />}
            title={isFiltered ? 'Nothing matches.' : 'Nothing yet.'}
          >
            {isFiltered
              ? 'No recorded action matches this filter.'
              : 'Everything an admin changes is recorded here.'}
          </EmptyState>
        )}
        {items.length > 0 && (
          <DataTable
            caption="Admin actions"
            columns={auditColumns(change)}
            rows={items}
            rowKey={(action) => action._id}
            isBusy={list.isPlaceholderData}
          />
        )}
        {list.hasNextPage && (
          <ShowMore isPending={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
            Show older
          </ShowMore>
        )}
      </section>
    </div>
  );
}

function FilterChip({ onRemove, children }: { onRemove: () => void; children: ReactNode }) {
  return (
    <Button variant="secondary" size="sm" onClick={onRemove} className="min-w-0 wrap-anywhere">
      {children}
      <X aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">(remove this filter)</span>
    </Button>
  );
}

const pressClass =
  'min-h-11 text-left text-sm underline decoration-edge underline-offset-4 hover:decoration-accent wrap-anywhere';

/** The columns of the list; pressing an actor shows only their actions. */
function auditColumns(onFilter: (filter: Partial<AuditFilter>) => void): Column<AdminAction>[] {
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
