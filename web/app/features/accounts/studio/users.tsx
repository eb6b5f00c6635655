import { studio } from '@atelier/content/studio.ts';
import type { AdminUser } from '@atelier/domain/accounts/schema.ts';
import { api } from '@atelier/domain/api.ts';
import { userPath } from '@atelier/domain/pages.ts';
import { formatTotal } from '@atelier/domain/paging-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { Users as UsersIcon } from 'lucide-react';
import { useRef } from 'react';
import type { MetaDescriptor } from 'react-router';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { EmailText } from '../../../ui/contact-links.tsx';
import { type Column, DataTable, NoValue } from '../../../ui/data-table.tsx';
import { AdminsOnly, isForbidden } from '../../../ui/feedback/load-failure.tsx';
import { EmptyState } from '../../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { DownloadButton } from '../../../ui/list/download-button.tsx';
import { useListAddress, useSearchText } from '../../../ui/list/list-address.ts';
import { ClearFilters, ListSearch } from '../../../ui/list/list-toolbar.tsx';
import { Pager, useLastPage } from '../../../ui/list/pager.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { DisabledBadge, RoleBadge, SUBSCRIPTION_HINT, SubscriptionBadge } from './user-badges.tsx';
import { listUsers } from './users.queries.ts';

export const meta = (): MetaDescriptor[] => [{ title: `Users · ${studio.name}` }];

/** This list has a search and no filter. */
const filter = { choices: ['all'], initial: 'all' } as const;

/** /admin/users: all accounts. */
export default function Users() {
  const { address, change } = useListAddress(filter);
  const [text, setText] = useSearchText(address.q, (q, options) => change({ q }, options));
  const list = useQuery(listUsers(address));
  const region = useRef<HTMLElement>(null);
  useLastPage(address.page, list.isPlaceholderData ? undefined : list.data?.pages, (page) =>
    change({ page }, { replace: true }),
  );

  if (isForbidden(list.error)) return <AdminsOnly />;
  const isSearch = address.q !== '';
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Users"
        actions={<DownloadButton endpoint={api.exportUsers} query={{ q: address.q }} />}
      >
        {SUBSCRIPTION_HINT}
      </PageHeader>
      <ListSearch label="Search users" placeholder="Search email, username…" text={text} onText={setText} />
      <section ref={region} tabIndex={-1} aria-label="Users" className="grid grid-cols-1 gap-6">
        <QueryState query={list} label="Loading users…" rows={8} fallback="Failed to load users." />
        {list.data?.total === 0 && (
          <EmptyState
            icon={<UsersIcon aria-hidden="true" />}
            title={isSearch ? 'No users found.' : 'No users yet.'}
            action={isSearch && <ClearFilters onClear={() => change({ q: '' })} list={region} />}
          >
            {isSearch ? 'No address or name matches this search.' : 'Everyone who signs up appears here.'}
          </EmptyState>
        )}
        {list.data && list.data.users.length > 0 && (
          <>
            <DataTable
              caption="Users"
              columns={userColumns}
              rows={list.data.users}
              rowKey={(user) => user._id}
              rowTo={(user) => userPath(user._id)}
              isBusy={list.isPlaceholderData}
            />
            <Pager
              page={address.page}
              pages={list.data.pages}
              note={`${formatTotal(list.data.total, { isSearch })} total`}
              onPage={(page) => change({ page })}
            />
          </>
        )}
      </section>
    </div>
  );
}

/** The columns of the list (specification section 2). */
const userColumns: readonly Column<AdminUser>[] = [
  {
    key: 'email',
    header: 'Email',
    isTitle: true,
    cell: (user) => <EmailText email={user.email} />,
  },
  {
    key: 'username',
    header: 'Username',
    className: '@min-[56rem]:max-w-48',
    cell: (user) => user.username ?? <NoValue />,
  },
  { key: 'role', header: 'Role', cell: (user) => <RoleBadge role={user.role} /> },
  {
    key: 'status',
    header: 'Status',
    cell: (user) => (
      <span className="flex flex-wrap gap-2">
        <SubscriptionBadge status={user.subscriptionStatus} />
        <DisabledBadge user={user} />
      </span>
    ),
  },
  {
    key: 'updated',
    header: 'Updated',
    className: 'whitespace-nowrap',
    cell: (user) => (
      <time dateTime={user.updatedAt} title={formatDateTime(user.updatedAt)}>
        {formatAgo(user.updatedAt)}
      </time>
    ),
  },
];
