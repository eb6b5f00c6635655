import type { AdminUser } from '@atelier/domain/accounts/schema.ts';
import { userPath } from '@atelier/domain/pages.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { Link } from '../../../lib/links.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { ClosedBadge, RoleBadge, SubscriptionBadge } from './user-badges.tsx';

/** What the list of users shows of each (specification section 2). */
export const userColumns: readonly Column<AdminUser>[] = [
  {
    key: 'email',
    header: 'Email',
    isTitle: true,
    className: 'max-w-80 wrap-anywhere',
    cell: (user) => (
      <Link
        to={userPath(user._id)}
        className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:decoration-accent"
      >
        <span>
          <EmailText email={user.email} />
        </span>
      </Link>
    ),
  },
  {
    key: 'username',
    header: 'Username',
    className: 'wrap-anywhere',
    cell: (user) => user.username ?? <span className="text-ink-faint">—</span>,
  },
  { key: 'role', header: 'Role', cell: (user) => <RoleBadge role={user.role} /> },
  {
    key: 'status',
    header: 'Status',
    cell: (user) => (
      <span className="flex flex-wrap gap-2">
        <SubscriptionBadge status={user.subscriptionStatus} />
        <ClosedBadge user={user} />
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
