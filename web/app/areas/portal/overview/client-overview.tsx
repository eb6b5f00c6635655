import { nextSteps, stepsAfterAcceptance } from '@atelier/content/next-steps.ts';
import type { Contract } from '@atelier/domain/contracts/schema.ts';
import { milestoneAnchor } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { portalPath } from '@atelier/domain/pages.ts';
import { includesRole } from '@atelier/domain/people/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import type { ClientRequest } from '@atelier/domain/requests/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { RecentActivityCard, useRecentActivity } from '../../../features/activity/project-activity.tsx';
import { getContract } from '../../../features/contracts/contracts.queries.ts';
import { countUnread } from '../../../features/messages/messages.queries.ts';
import { listMilestones } from '../../../features/milestones/milestones.queries.ts';
import { listPeople } from '../../../features/people/people.queries.ts';
import { briefOf } from '../../../features/projects/project-facts.tsx';
import { listRequests } from '../../../features/requests/requests.queries.ts';
import { formatDate } from '../../../lib/format.ts';
import { late, useEver } from '../../../lib/late.tsx';
import { useNavigate } from '../../../lib/pages/links.ts';
import { useClientRole } from '../../../lib/pages/project-view.ts';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { isArriving } from '../../../ui/feedback/query-state.tsx';
import { STAY } from '../portal-context.ts';
import { NextStepsCard, PersonCard, PriceCard } from './client-cards.tsx';
import {
  BriefView,
  counted,
  OverviewSkeleton,
  ProgressCard,
  requestRows,
  shorten,
  WaitingCard,
  type WaitingItem,
} from './overview-cards.tsx';

/** What a client has to do in an open project: accept, approve, answer. */
export function clientWaiting({
  contract,
  milestones,
  requests,
  unread,
}: {
  contract: Pick<Contract, 'status' | 'version' | 'sentAt'> | null;
  milestones: readonly Pick<Milestone, '_id' | 'title' | 'status' | 'statusAt'>[];
  requests: readonly Pick<ClientRequest, 'id' | 'title' | 'status' | 'due'>[];
  /** Messages of the studio that they have not read. */
  unread: number;
}): WaitingItem[] {
  const items: WaitingItem[] = [];
  if (contract?.status === 'sent') {
    items.push({
      key: 'contract',
      title: contract.version > 1 ? 'A new version of the contract' : 'The contract',
      detail: `Version ${contract.version}, sent ${formatDate(contract.sentAt)}: read it, then accept it or ask for a change.`,
      tab: 'contract',
    });
  }
  const reviews = milestones
    .filter(({ status }) => status === 'in_review')
    .map(
      (milestone): WaitingItem => ({
        key: milestone._id,
        title: `Review “${milestone.title}”`,
        detail: `Ready since ${formatDate(milestone.statusAt)}: approve it or say what should change.`,
        tab: 'milestones',
        anchor: milestoneAnchor(milestone._id),
      }),
    );
  items.push(
    ...shorten(reviews, (count) => ({
      key: 'reviews',
      title: `${count} more milestones to review`,
      detail: 'They’re all in the plan.',
      tab: 'milestones',
    })),
  );
  items.push(
    ...requestRows(requests, 'open', {
      row: ({ title, due }) => ({
        title: `Bring: ${title}`,
        detail: `${due ? `Due ${formatDate(due)}. ` : ''}Send text or files, or say that it’s done.`,
      }),
      rest: 'things to bring',
    }),
  );
  if (unread > 0) {
    items.push({
      key: 'messages',
      title: counted(unread, 'unread message'),
      detail: 'Read them, and reply right there.',
      tab: 'feedback',
    });
  }
  return items;
}

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
  const unread = useQuery(countUnread('client', [id]));
  const people = useQuery(listPeople(id));
  const requests = useQuery(listRequests(id));
  const role = useClientRole(project);
  const decides = includesRole(role, 'decides');
  const navigate = useNavigate();
  const recent = useRecentActivity(id);
  const hasArrived = useEver(![milestones, contract, unread, recent, people, requests].some(isArriving));
  // It stays while it may hold an answer to one that is withdrawn meanwhile.
  const hasRequests = useEver(Boolean(requests.error) || (requests.data?.items.length ?? 0) > 0);
  const brief = briefOf(project);
  const isOpen = project.status === 'submitted';
  // The next steps are shown until the first of them is done.
  const isNew = contract.data === null && milestones.data?.length === 0;
  const isReserved = contract.data?.status === 'accepted' && project.stage === 'reserved';
  if (!hasArrived) return <OverviewSkeleton />;
  return (
    <div className="grid grid-cols-1 gap-5">
      {isOpen && (
        <WaitingCard
          asked={[milestones, contract, unread, requests]}
          items={clientWaiting({
            // The studio sees what its client does.
            contract: (decides || !role) && contract.data ? contract.data : null,
            milestones: decides || !role ? (milestones.data ?? []) : [],
            requests: requests.data?.items ?? [],
            unread: unread.data?.[id] ?? 0,
          })}
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
          {isOpen && isReserved && <NextStepsCard title="What happens next" steps={stepsAfterAcceptance} />}
          <ProgressCard
            milestones={milestones.data ?? []}
            isAccepted={contract.data?.status === 'accepted'}
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
