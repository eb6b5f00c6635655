import { studio } from '@atelier/content/studio.ts';
import { greetingName } from '@atelier/domain/accounts/rules.ts';
import { portalPath, projectPath } from '@atelier/domain/pages.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { FolderOpen } from 'lucide-react';
import { useRef, useState, useSyncExternalStore } from 'react';
import { type MetaDescriptor, Outlet, useParams, useSearchParams } from 'react-router';
import { ReceivedInvitations, useReceivedInvitations } from '../../features/people/received-invitations.tsx';
import { companyOf } from '../../features/projects/project-facts.tsx';
import {
  deleteOwnFailure,
  listSubmittedProjects,
  useDeleteOwnProject,
} from '../../features/projects/projects.queries.ts';
import { late, useEver } from '../../lib/late.tsx';
import { useNavigate } from '../../lib/pages/links.ts';
import { useAccount } from '../../lib/session/account.ts';
import { useSession } from '../../lib/session/session.ts';
import { PENDING_SUBMISSION_KEY, readText } from '../../lib/storage/local-store.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/feedback/placeholders.tsx';
import { isArriving, QueryState } from '../../ui/feedback/query-state.tsx';
import { parsePage, useLastPage } from '../../ui/list/pager.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { type PortalContext, STAY } from './portal-context.ts';
import { ProjectList } from './project-list.tsx';

const KeptSubmissionBanner = late(() => import('./kept-submission-banner.tsx'));

export const meta = (): MetaDescriptor[] => [{ title: `Client portal · ${studio.name}` }];

/** A finished brief waits on this device, of whichever user (lib/storage/pending-submission.ts). */
const hasSubmission = () => readText(PENDING_SUBMISSION_KEY) !== undefined;

/** Calls its listener when another tab changes what is stored. */
function followSubmission(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/**
 * The client's portal: their submitted projects on the left, one of them on the right. On phones the one or the
 * other. Which one is open is in the address.
 */
export default function ClientPortal() {
  const { projectId } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const page = parsePage(params.get('page'));
  const list = useQuery(listSubmittedProjects(page));
  const invitations = useReceivedInvitations();
  // They come together, so that nothing moves: an invitation is above the list.
  const isWaiting = isArriving(list) || invitations.isArriving;
  const { isAdmin } = useAccount();
  const [leaving, setLeaving] = useState<Project>();
  const listRegion = useRef<HTMLElement>(null);
  const isSubmissionKept = useEver(useSyncExternalStore(followSubmission, hasSubmission, () => false));

  const projects = list.data?.items ?? [];
  const isEmpty = list.data?.total === 0 && !projectId;
  const context: PortalContext = { projects, page };
  // A deleted project may still be in the address for a moment.
  const deletedId = useRef<string>(undefined);
  const leave = (id: string) => {
    deletedId.current = id;
    if (id === projectId) navigate(portalPath({ page }), { replace: true, state: STAY });
  };
  const removal = useDeleteOwnProject(leave);
  useLastPage(page, list.isPlaceholderData ? undefined : list.data?.pages, (last) => {
    const isOpen = projectId !== undefined && projectId !== deletedId.current;
    const to = isOpen ? projectPath(projectId, { page: last }) : portalPath({ page: last });
    navigate(to, { replace: true, state: isOpen ? null : STAY });
  });

  return (
    <div className="grid grid-cols-1 gap-8">
      <div className={clsx('print:hidden', projectId && 'max-lg:sr-only')}>
        <Welcome />
      </div>
      {isSubmissionKept && <KeptSubmissionBanner />}
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(17rem,21rem)_minmax(0,1fr)]">
        <div
          className={clsx(
            'grid grid-cols-1 content-start gap-8 print:hidden',
            projectId && 'max-lg:hidden',
            isEmpty && 'lg:col-span-full',
          )}
        >
          {!isWaiting && <ReceivedInvitations invitations={invitations.first} isNarrow={!isEmpty} />}
          <section
            // Another one while its list is on its way, without its heading: what is below an invitation is new.
            key={isWaiting ? 'waiting' : 'list'}
            ref={listRegion}
            tabIndex={-1}
            aria-labelledby="projects-heading"
            className="grid grid-cols-1 content-start gap-4"
          >
            <h2 id="projects-heading" className={isWaiting ? 'sr-only' : 'text-lg'}>
              Your submitted projects
            </h2>
            <QueryState
              query={{ ...list, isPending: isWaiting || list.isPending }}
              label="Loading your projects…"
              rows={3}
              fallback="Failed to load projects."
            />
            {!isWaiting && projects.length > 0 && list.data && (
              <ProjectList
                projects={projects}
                page={page}
                pages={list.data.pages}
                currentId={projectId}
                onPage={(next) => navigate(portalPath({ page: next }))}
                onDelete={setLeaving}
              />
            )}
            {!isWaiting && list.data?.total === 0 && (
              <EmptyState
                icon={<FolderOpen aria-hidden="true" />}
                title="No submissions yet."
                action={
                  isAdmin ? (
                    <ButtonLink to="/admin/projects">All projects</ButtonLink>
                  ) : (
                    <ButtonLink to="/start">Start a project</ButtonLink>
                  )
                }
              >
                {isAdmin
                  ? 'This is where a client sees projects of their own, and you have none. Your clients’ projects are in the back office.'
                  : 'Tell me about your project in seven short steps. You’ll find it here afterwards.'}
              </EmptyState>
            )}
          </section>
          {!isWaiting && <ReceivedInvitations invitations={invitations.later} isNarrow={!isEmpty} />}
        </div>
        {!isEmpty && (
          <div className={clsx('min-w-0', !projectId && 'max-lg:hidden')}>
            <Outlet context={context} />
          </div>
        )}
      </div>
      <DeleteProjectDialog
        project={
          leaving && {
            ...leaving,
            id: leaving._id,
            company: companyOf(leaving),
            mailed: 'The studio',
          }
        }
        removal={removal}
        failure={deleteOwnFailure}
        onClose={() => setLeaving(undefined)}
        finalFocus={listRegion}
      />
    </div>
  );
}

function Welcome() {
  const session = useSession();
  const { status, me } = useAccount();
  const email = session.status === 'signed-in' ? session.user.email : undefined;
  const name = status === 'loading' ? undefined : greetingName(me?.user ?? { email: email ?? null });
  return (
    <PageHeader
      eyebrow="Client portal"
      title={name ? `Welcome ${name}!` : <Skeleton className="h-lh w-64" />}
    />
  );
}
