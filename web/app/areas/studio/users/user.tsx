import { studio } from '@atelier/content/studio.ts';
import type { AdminUser } from '@atelier/domain/accounts/schema.ts';
import { auditPath, studioProjectPath } from '@atelier/domain/pages.ts';
import { featureCountLabel, projectName } from '@atelier/domain/projects/rules.ts';
import type { ProjectSummary } from '@atelier/domain/projects/schema.ts';
import { shortId } from '@atelier/domain/text.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FolderOpen, ScrollText, UserX } from 'lucide-react';
import { type MetaDescriptor, useParams } from 'react-router';
import { UserAccess } from '../../../features/accounts/studio/user-access.tsx';
import { DisabledBadge } from '../../../features/accounts/studio/user-badges.tsx';
import { getUser } from '../../../features/accounts/studio/users.queries.ts';
import { ProjectStatusBadge } from '../../../features/projects/project-facts.tsx';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { Link } from '../../../lib/pages/links.ts';
import { useAccount } from '../../../lib/session/account.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmailText, mailLink } from '../../../ui/contact-links.tsx';
import { AdminsOnly, isForbidden, isMissing } from '../../../ui/feedback/load-failure.tsx';
import { EmptyState } from '../../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

function UserProjects({ projects }: { projects: readonly ProjectSummary[] }) {
  if (projects.length === 0) {
    return (
      <Card title="Projects">
        <EmptyState icon={<FolderOpen aria-hidden="true" />} title="No projects.">
          They haven’t started a brief yet.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title="Projects">
      <ul className="-mx-3 grid grid-cols-1">
        {projects.map((project) => (
          <li key={project._id}>
            <Link
              to={studioProjectPath(project._id)}
              className="flex min-h-11 items-center justify-between gap-x-4 rounded-md px-3 py-2.5 no-underline hover:bg-neutral-soft"
            >
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{projectName(project)}</span>
                <span className="text-sm text-ink-soft">
                  <span className="font-mono text-xs">#{shortId(project._id)}</span> ·{' '}
                  {featureCountLabel(project.featureCount)} · {formatAgo(project.updatedAt)}
                </span>
              </span>
              <ProjectStatusBadge status={project.status} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export const meta = (): MetaDescriptor[] => [{ title: `User · ${studio.name}` }];

/** One person: their account, their projects, and what the studio can do. */
export default function User() {
  const { id = '' } = useParams();
  const { me } = useAccount();
  const query = useQuery(getUser(id));
  if (isForbidden(query.error)) return <AdminsOnly />;
  const isGone = isMissing(query.error);
  const found = isGone ? undefined : query.data;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Link
        to="/admin/users"
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Users
      </Link>
      {isGone ? (
        <EmptyState icon={<UserX aria-hidden="true" />} title="Not found.">
          This account was deleted, or the link to it is incomplete.
        </EmptyState>
      ) : (
        <QueryState query={query} label="Loading the user…" rows={6} fallback="Failed to load the user." />
      )}
      {found && (
        <article aria-label={found.user.email} className="grid grid-cols-1 gap-6">
          <UserHeader user={found.user} />
          <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
            <UserAccess user={found.user} isSelf={me?.user._id === found.user._id} />
            <div className="grid grid-cols-1 gap-6">
              <UserProjects projects={found.projects} />
              <UserFacts user={found.user} />
            </div>
          </div>
        </article>
      )}
    </div>
  );
}

function UserHeader({ user }: { user: AdminUser }) {
  return (
    <PageHeader
      title={
        <span className="flex flex-wrap items-center gap-3">
          <span className="wrap-anywhere">{user.username ?? user.email}</span>
          <DisabledBadge user={user} />
        </span>
      }
      actions={
        <ButtonLink to={auditPath({ subject: user._id })} variant="secondary" size="sm">
          <ScrollText aria-hidden="true" className="size-4" />
          Audit of this account
        </ButtonLink>
      }
    >
      <a href={mailLink(user.email)} className="underline decoration-edge underline-offset-4 wrap-anywhere">
        <EmailText email={user.email} />
      </a>
    </PageHeader>
  );
}

function UserFacts({ user }: { user: AdminUser }) {
  const facts = [
    ['Joined', formatDateTime(user.createdAt)],
    ['Updated', formatDateTime(user.updatedAt)],
    ...(user.disabledAt ? [['Disabled', formatDateTime(user.disabledAt)] as const] : []),
    ['User ID', user._id],
  ] as const;
  return (
    <Card title="Facts">
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1 text-sm sm:grid-cols-[6rem_minmax(0,1fr)] [&_dt]:text-ink-faint">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="mb-2 wrap-anywhere tabular-nums sm:mb-0">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
