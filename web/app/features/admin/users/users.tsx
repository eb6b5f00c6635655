import { studio } from '@atelier/content/studio.ts';
import type { AdminUser, Role, SubscriptionStatus } from '@atelier/domain/accounts.ts';
import { formatTotal } from '@atelier/domain/paging.ts';
import { useQuery } from '@tanstack/react-query';
import { Users as UsersIcon } from 'lucide-react';
import { type MetaDescriptor, useSearchParams } from 'react-router';
import { failureMessage } from '../../../lib/api-error.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { parsePage } from '../../../lib/page-parameter.ts';
import { useLastPage } from '../../../lib/use-last-page.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SkeletonList } from '../../../ui/skeleton.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { AdminsOnly, isForbidden } from '../admins-only.tsx';
import { listUsers } from './list-users.ts';

export const meta = (): MetaDescriptor[] => [{ title: `Users · ${studio.name}` }];

const roles: Record<Role, { label: string; tone: Tone }> = {
  admin: { label: 'Admin', tone: 'accent' },
  client: { label: 'Client', tone: 'neutral' },
};
const subscriptions: Record<SubscriptionStatus, { label: string; tone: Tone }> = {
  none: { label: 'None', tone: 'neutral' },
  active: { label: 'Active', tone: 'success' },
  past_due: { label: 'Past due', tone: 'warning' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

const columns: Column<AdminUser>[] = [
  {
    key: 'email',
    header: 'Email',
    isTitle: true,
    className: 'max-w-80 wrap-anywhere',
    cell: (user) => user.email,
  },
  {
    key: 'username',
    header: 'Username',
    className: 'wrap-anywhere',
    cell: (user) => user.username ?? <span className="text-ink-faint">—</span>,
  },
  {
    key: 'role',
    header: 'Role',
    cell: (user) => <Badge tone={roles[user.role].tone}>{roles[user.role].label}</Badge>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ subscriptionStatus: status }) => (
      <Badge tone={subscriptions[status].tone}>{subscriptions[status].label}</Badge>
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

/** Everybody who has an account. */
export default function Users() {
  const [params, setParams] = useSearchParams();
  const page = parsePage(params.get('page'));
  const list = useQuery(listUsers(page));
  const goTo = (next: number, { replace = false } = {}) =>
    setParams(next > 1 ? { page: String(next) } : {}, { replace });
  useLastPage(page, list.data?.pages, (last) => goTo(last, { replace: true }));

  if (isForbidden(list.error)) return <AdminsOnly />;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader title="Users" />
      {list.isPending && <SkeletonList label="Loading users…" rows={8} />}
      {list.isError && (
        <Alert
          tone="danger"
          action={
            <Button size="sm" onClick={() => list.refetch()}>
              Try again
            </Button>
          }
        >
          {failureMessage(list.error, 'Failed to load users.')}
        </Alert>
      )}
      {list.data?.total === 0 && (
        <EmptyState icon={<UsersIcon aria-hidden="true" />} title="No users yet.">
          Whoever signs up appears here.
        </EmptyState>
      )}
      {list.data && list.data.users.length > 0 && (
        <>
          <DataTable
            caption="Users"
            columns={columns}
            rows={list.data.users}
            rowKey={(user) => user._id}
            isBusy={list.isPlaceholderData}
          />
          <Pager
            page={page}
            pages={list.data.pages}
            note={`${formatTotal(list.data.total)} total`}
            onPage={goTo}
          />
        </>
      )}
    </div>
  );
}
