import type { StudioContract } from '@atelier/domain/contracts/schema.ts';
import { type AnswerState, messageExcerpt, reasonMessage } from '@atelier/domain/messages/rules.ts';
import type { Message } from '@atelier/domain/messages/schema.ts';
import { isDraftToPublish, milestoneAnchor } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import type { ClientRequest } from '@atelier/domain/requests/schema.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RecentActivityCard, useRecentActivity } from '../../../features/activity/project-activity.tsx';
import { getContractAsStudio } from '../../../features/contracts/contracts.queries.ts';
import { listMessages } from '../../../features/messages/messages.queries.ts';
import { listMilestonesAsStudio } from '../../../features/milestones/milestones.queries.ts';
import { listNotes } from '../../../features/notes/notes.queries.ts';
import { listPeople } from '../../../features/people/people.queries.ts';
import { briefOf } from '../../../features/projects/project-facts.tsx';
import { listRequestsAsStudio } from '../../../features/requests/requests.queries.ts';
import { listTodos } from '../../../features/todos/todos.queries.ts';
import { late, useEver } from '../../../lib/late.tsx';
import { Link } from '../../../lib/pages/links.ts';
import { useTabLink } from '../../../lib/pages/project-view.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { isArriving } from '../../../ui/feedback/query-state.tsx';
import {
  BriefView,
  counted,
  EstimateCard,
  MailAddress,
  OverviewSkeleton,
  PeopleCard,
  ProgressCard,
  requestRows,
  shorten,
  WaitingCard,
  type WaitingRow,
} from '../../portal/overview/overview-cards.tsx';
import { OwnRecords } from '../own-records.tsx';

type PlannedMilestone = Pick<Milestone, '_id' | 'title' | 'status' | 'reason' | 'published'>;

/** What the studio has to do in an open project: make changes, answer, publish, send. */
export function studioWaiting({
  contract,
  milestones,
  requests,
  lastMessage,
  answer,
}: {
  contract: Pick<StudioContract, 'status' | 'isChanged' | 'changeRequests'> | undefined;
  milestones: readonly PlannedMilestone[];
  requests: readonly Pick<ClientRequest, 'id' | 'title' | 'status' | 'answers'>[];
  lastMessage: Pick<Message, 'authorRole' | 'authorName' | 'body'> | undefined;
  answer: AnswerState | null | undefined;
}): WaitingRow[] {
  return [
    ...contractWaiting(contract),
    ...changesWaiting(milestones),
    ...(answer === 'needed' ? answerWaiting(lastMessage, milestones) : []),
    ...requestsWaiting(requests),
    ...draftsWaiting(milestones),
  ];
}

function contractWaiting(
  contract: Pick<StudioContract, 'status' | 'isChanged' | 'changeRequests'> | undefined,
): WaitingRow[] {
  const row = { key: 'contract', tab: 'contract' } as const;
  if (contract?.status === 'change_requested') {
    const asked = contract.changeRequests.at(-1)?.message ?? '';
    return [
      { ...row, title: 'Your client asked for a change to the contract', detail: messageExcerpt(asked) },
    ];
  }
  if (contract?.status === 'draft') {
    const detail = 'Your client sees nothing until you send it.';
    return [{ ...row, title: 'The contract hasn’t been sent yet', detail }];
  }
  if (contract?.status === 'sent' && contract.isChanged) {
    const detail = 'Your client still sees the previous version.';
    return [{ ...row, title: 'Your contract changes haven’t been sent yet', detail }];
  }
  return [];
}

function changesWaiting(milestones: readonly PlannedMilestone[]): WaitingRow[] {
  const changes = milestones
    .filter(({ status }) => status === 'needs_changes')
    .map(
      (milestone): WaitingRow => ({
        key: milestone._id,
        title: `“${milestone.title}” needs changes`,
        detail: messageExcerpt(milestone.reason ?? '') || 'Your client gave no reason.',
        tab: 'milestones',
        anchor: milestoneAnchor(milestone._id),
      }),
    );
  return shorten(changes, (count) => ({
    key: 'changes',
    title: `${count} more milestones need changes`,
    detail: 'They’re all in the plan.',
    tab: 'milestones',
  }));
}

/** A reason for changes is a message too; it waits as the milestone it is about. */
function answerWaiting(
  last: Pick<Message, 'authorRole' | 'authorName' | 'body'> | undefined,
  milestones: readonly PlannedMilestone[],
): WaitingRow[] {
  if (last?.authorRole !== 'client') return [];
  const isReason = milestones.some(
    ({ status, title, reason }) =>
      status === 'needs_changes' && reason !== null && last.body === reasonMessage(title, reason),
  );
  if (isReason) return [];
  const title = `Answer ${last.authorName}`;
  return [{ key: 'answer', title, detail: messageExcerpt(last.body), tab: 'feedback' }];
}

function requestsWaiting(
  requests: readonly Pick<ClientRequest, 'id' | 'title' | 'status' | 'answers'>[],
): WaitingRow[] {
  return requestRows(requests, 'answered', {
    row: ({ title, answers }) => {
      const { authorName, body = '', files = [] } = answers.at(-1) ?? {};
      const words = messageExcerpt(body) || (files.length > 0 ? counted(files.length, 'file') : 'It’s done.');
      return { title: `Look at what came for “${title}”`, detail: `${authorName}: ${words}` };
    },
    rest: 'answers to look at',
  });
}

function draftsWaiting(milestones: readonly PlannedMilestone[]): WaitingRow[] {
  const drafts = milestones.filter(isDraftToPublish).length;
  if (drafts === 0) return [];
  const title = `${counted(drafts, 'milestone')} to publish`;
  return [{ key: 'drafts', title, detail: 'Your client can’t see drafts.', tab: 'milestones' }];
}

/** Below what is looked at first: it comes once that is there. */
const StudioRequestsCard = late(
  () => import('../../../features/requests/studio/studio-requests.tsx'),
  <Skeleton className="h-44 rounded-lg" />,
);

const ProjectPeopleCard = late(
  () => import('../../../features/people/people-card.tsx'),
  <Skeleton className="h-44 rounded-lg" />,
);

/** What was signed, in place of the estimate. */
function AgreedPrice({ total, version }: { total: number | null; version: number }) {
  const linkTo = useTabLink();
  return (
    <Card title="Price agreed">
      <p className="font-display text-xl font-semibold tabular-nums">{formatUsd(total)}</p>
      <Link to={linkTo('contract')} className="inline-flex min-h-11 items-center font-medium">
        Contract, version {version}
      </Link>
    </Card>
  );
}

/** A project at a glance for the studio: what waits for it, how far it is, whose it is, what was asked for. */
export function StudioOverview({ project }: { project: Project }) {
  const id = project._id;
  const milestones = useQuery(listMilestonesAsStudio(id));
  const contract = useQuery(getContractAsStudio(id));
  const thread = useInfiniteQuery(listMessages('studio', id));
  const recent = useRecentActivity(id);
  const notes = useQuery(listNotes(id));
  const todos = useQuery(listTodos(id));
  const people = useQuery(listPeople(id));
  const requests = useQuery(listRequestsAsStudio(id));
  const hasArrived = useEver(
    ![milestones, contract, thread, recent, notes, todos, people, requests].some(isArriving),
  );
  const brief = briefOf(project);
  const acceptance = contract.data?.acceptance;
  const published = milestones.data?.filter((milestone) => milestone.published) ?? [];
  if (!hasArrived) return <OverviewSkeleton />;
  return (
    // In one column, what the studio keeps comes before the long brief.
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="contents grid-cols-1 gap-5 xl:grid">
        {project.status === 'submitted' && (
          <WaitingCard
            asked={[milestones, contract, thread, requests]}
            items={studioWaiting({
              contract: contract.data,
              milestones: milestones.data ?? [],
              requests: requests.data?.items ?? [],
              lastMessage: thread.data?.pages[0]?.items.at(-1),
              answer: thread.data?.pages[0]?.answer,
            })}
            quiet="Nothing in this project needs you."
          />
        )}
        <ProgressCard
          milestones={published}
          isAccepted={contract.data?.status === 'accepted'}
          side="studio"
        />
        {project.status !== 'draft' && (
          <StudioRequestsCard project={project} milestones={milestones.data ?? []} />
        )}
        <div className="max-xl:order-last">
          <BriefView
            brief={brief}
            title={
              project.status === 'draft'
                ? `The brief so far, at step ${project.step}`
                : 'The brief, as submitted'
            }
          />
        </div>
      </div>
      <div className="contents grid-cols-1 gap-5 xl:grid">
        <div className="grid grid-cols-1 gap-6 rounded-lg border border-rule bg-raised p-5">
          <OwnRecords about={id} />
        </div>
        {acceptance ? (
          <AgreedPrice total={acceptance.total} version={acceptance.version} />
        ) : (
          <EstimateCard estimate={project.estimate} />
        )}
        <PeopleCard
          people={[
            ...(brief.contact ? [{ label: 'Your client', value: brief.contact }] : []),
            ...(brief.company ? [{ label: 'Company', value: brief.company }] : []),
            { label: 'Account', value: <MailAddress address={project.email} /> },
            ...(brief.email && brief.email !== project.email
              ? [{ label: 'In the brief', value: <MailAddress address={brief.email} /> }]
              : []),
            ...(brief.timezone ? [{ label: 'Time zone', value: brief.timezone }] : []),
          ]}
          decisionMakers={brief.decisionMakers}
        />
        {project.status !== 'draft' && (
          <ProjectPeopleCard project={project} title="On your client’s side" canManage />
        )}
        <RecentActivityCard query={recent} />
      </div>
    </div>
  );
}
