import { studio } from '@atelier/content/studio.ts';
import { api } from '@atelier/domain/api.ts';
import type { AdminAction } from '@atelier/domain/audit/schema.ts';
import { shortId } from '@atelier/domain/text.ts';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ListFilter, ScrollText, User, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type MetaDescriptor, useSearchParams } from 'react-router';
import { callApi } from '../../lib/api/api-client.ts';
import { adminKeys } from '../../lib/api/query-client.ts';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { Link } from '../../lib/pages/links.ts';
import type { AdminHandle } from '../../lib/pages/page-routes.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { AdminsOnly, isForbidden } from '../../ui/feedback/load-failure.tsx';
import { EmptyState } from '../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { ShowMore } from '../../ui/list/pager.tsx';
import { MenuIconButton } from '../../ui/overlays/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { detailWords, outcomeWords, partPath } from './action-words.ts';

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
  const actor = items.find((item) => item.actor.id === filter.by)?.actor.name;
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

/** The columns of the list; the menu of a row shows only its actor's actions, or only its subject's. */
function auditColumns(onFilter: (filter: Partial<AuditFilter>) => void): Column<AdminAction>[] {
  return [
    {
      key: 'what',
      header: 'What',
      isTitle: true,
      cell: (action) => <Sentence action={action} />,
    },
    {
      key: 'when',
      header: 'When',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatAgo(createdAt)} className="tabular-nums">
          {formatDateTime(createdAt)}
        </time>
      ),
    },
    {
      key: 'where',
      header: 'From',
      className: '@min-[56rem]:max-w-40 wrap-anywhere',
      cell: ({ address, userAgent }) => (
        <span title={userAgent ?? undefined} className="tabular-nums">
          {address}
        </span>
      ),
    },
    {
      key: 'filter',
      header: 'Filter',
      isActions: true,
      // On cards beside the facts, not below them.
      className: '@max-[56rem]:-mt-14 @max-[56rem]:ml-auto',
      cell: ({ actor, subject, says }) => (
        <MenuIconButton
          label={`Show only what is like: ${actor.name} ${says}`}
          sections={[
            [
              {
                label: `Only what ${actor.name} did`,
                icon: User,
                onSelect: () => onFilter({ by: actor.id }),
              },
              ...(subject
                ? [
                    {
                      label: `Only what was done to ${subject.title || `#${shortId(subject.id)}`}`,
                      icon: ListFilter,
                      onSelect: () => onFilter({ subject: subject.id }),
                    },
                  ]
                : []),
            ],
          ]}
        >
          <ListFilter aria-hidden="true" />
        </MenuIconButton>
      ),
    },
  ];
}

/** "Alex sent the contract of Acme to the client", with links to what it names, and why it was refused if it was. */
function Sentence({ action }: { action: AdminAction }) {
  const { actor, parts, says } = action;
  const outcome = outcomeWords(action);
  const details = detailWords(action.detail);
  const whole = [`${actor.name} ${says}`, details, outcome && `${outcome.label}: ${outcome.reason}`];
  return (
    <span
      title={whole.filter(Boolean).join(' · ')}
      className="text-base font-normal wrap-anywhere @min-[56rem]:text-sm"
    >
      <span title={actor.email} className="font-semibold">
        {actor.name}
      </span>{' '}
      {parts.map(({ text, names }, at) => {
        const to = partPath(names, action);
        // Two parts may read the same, and none ever moves.
        const key = `${at} ${text}`;
        return to ? (
          <Link
            key={key}
            to={to}
            className="font-medium underline decoration-edge underline-offset-4 hover:decoration-accent"
          >
            {text}
          </Link>
        ) : (
          <span key={key}>{text}</span>
        );
      })}
      {details && <span className="text-ink-faint"> · {details}</span>}
      {outcome && (
        <>
          {' '}
          <Badge tone="warning">{outcome.label}</Badge>{' '}
          <span className="text-ink-soft">{outcome.reason}</span>
        </>
      )}
    </span>
  );
}
