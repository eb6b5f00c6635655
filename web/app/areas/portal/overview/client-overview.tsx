import { nextSteps, stepsAfterAcceptance } from '@atelier/content/next-steps.ts';
import { portalPath } from '@atelier/domain/pages.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { RecentActivityCard, useRecentActivity } from '../../../features/activity/project-activity.tsx';
import { getContract } from '../../../features/contracts/contracts.queries.ts';
import { listMilestones } from '../../../features/milestones/milestones.queries.ts';
import { listPeople } from '../../../features/people/people.queries.ts';
import { briefOf } from '../../../features/projects/project-facts.tsx';
import { useWaitingIn } from '../../../features/projects/projects.queries.ts';
import { listRequests } from '../../../features/requests/requests.queries.ts';
import { late, useEver } from '../../../lib/late.tsx';
import { useNavigate } from '../../../lib/pages/links.ts';
import { useClientRole } from '../../../lib/pages/project-view.ts';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { isArriving } from '../../../ui/feedback/query-state.tsx';
import { STAY } from '../portal-context.ts';
import { NextStepsCard, PersonCard, PriceCard } from './client-cards.tsx';
import { BriefView, OverviewSkeleton, ProgressCard, WaitingCard } from './overview-cards.tsx';
import { waitingRows } from './waiting-rows.ts';

/** Below what is looked at first: it comes once that is there. */
const ClientRequestsCard = late(
  () => import('../../../features/requests/client/client-requests.tsx'),
  <Skeleton className="h-44 rounded-lg" />,
);

const ProjectPeopleCard = late(
  () => import('../../../features/people/people-card.tsx'),
  <Skeleton className="h-44 rounded-lg" />,
);

/** A project at a glance for its client: what waits for them, the next date, the price and whom to talk to. */
export function ClientOverview({ project }: { project: Project }) {
  const id = project._id;
  const milestones = useQuery(listMilestones(id));
  const contract = useQuery(getContract(id));
  const waiting = useWaitingIn(id);
  const people = useQuery(listPeople(id));
  const requests = useQuery(listRequests(id));
  const role = useClientRole(project);
  const navigate = useNavigate();
  const recent = useRecentActivity(id);
  const hasArrived = useEver(![milestones, contract, waiting, recent, people, requests].some(isArriving));
  // It stays while it may hold an answer to one that is withdrawn meanwhile.
  const hasRequests = useEver(Boolean(requests.error) || (requests.data?.items.length ?? 0) > 0);
  const brief = briefOf(project);
  const isOpen = project.status === 'submitted';
  // The next steps are shown until the first of them is done.
  const isNew = contract.data === null && milestones.data?.length === 0;
  const isReserved = contract.data?.status === 'accepted' && project.stage === 'reserved';
  const groups = waiting.data ?? [];
  if (!hasArrived) return <OverviewSkeleton />;
  return (
    <div className="grid grid-cols-1 gap-5">
      {/* What is owed for an archived project stays owed. */}
      {(isOpen || groups.length > 0) && (
        <WaitingCard
          asked={[waiting]}
          items={waitingRows(groups)}
          quiet={
            role === 'follows'
              ? 'Nothing: you follow this project, and others decide. You’ll get an email about messages and files.'
              : 'Nothing right now. You’ll get an email when something does.'
          }
        />
      )}
      {hasRequests && <ClientRequestsCard project={project} milestones={milestones.data ?? []} />}
      <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-[3fr_2fr] md:grid-rows-[auto_1fr] print:grid-cols-1">
        <div className="grid grid-cols-1 gap-5 empty:hidden print:hidden">
          {isOpen && isNew && <NextStepsCard title="What happens now" steps={nextSteps} />}
          {isOpen && isReserved && (
            <NextStepsCard
              title="What happens next"
              steps={stepsAfterAcceptance(contract.data?.terms?.plan.parts)}
            />
          )}
          <ProgressCard
            milestones={milestones.data ?? []}
            isAccepted={contract.data?.status === 'accepted'}
            side="client"
          />
        </div>
        {/* On phones before the activity: a price and a person are looked for more often. */}
        <div className="grid grid-cols-1 gap-5 md:col-start-2 md:row-span-2 md:row-start-1 print:col-start-1">
          <PriceCard contract={contract.data ?? null} estimate={project.estimate} />
          <PersonCard />
        </div>
        <div className="grid grid-cols-1 gap-5 md:col-start-1 print:hidden">
          <RecentActivityCard query={recent} />
          {project.status !== 'draft' && (
            <ProjectPeopleCard
              project={project}
              title="Who’s in this project"
              canManage={role === 'contact'}
              onLeft={
                role && role !== 'contact'
                  ? () => navigate(portalPath(), { replace: true, state: STAY })
                  : undefined
              }
            />
          )}
        </div>
      </div>
      <BriefView
        brief={brief}
        isFolded={project.status !== 'draft'}
        title={project.status === 'draft' ? 'Your brief so far' : 'Your brief, as submitted'}
      />
    </div>
  );
}
