import { nextSteps, stepsAfterAcceptance } from '@atelier/content/next-steps.ts';
import type { Contract } from '@atelier/domain/contracts/schema.ts';
import { milestoneAnchor } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { RecentActivityCard, useRecentActivity } from '../../../features/activity/project-activity.tsx';
import { getContract } from '../../../features/contracts/contracts.queries.ts';
import { countUnread } from '../../../features/messages/messages.queries.ts';
import { listMilestones } from '../../../features/milestones/milestones.queries.ts';
import { briefOf } from '../../../features/projects/project-facts.tsx';
import { formatDate } from '../../../lib/format.ts';
import { useEver } from '../../../lib/late.tsx';
import { isArriving } from '../../../ui/feedback/query-state.tsx';
import { BriefView } from './brief-view.tsx';
import { NextStepsCard, PersonCard, PriceCard } from './client-cards.tsx';
import {
  counted,
  OverviewSkeleton,
  ProgressCard,
  shorten,
  WaitingCard,
  type WaitingItem,
} from './overview-cards.tsx';

/** What a client has to do in an open project: accept, approve, answer. */
export function clientWaiting({
  contract,
  milestones,
  unread,
}: {
  contract: Pick<Contract, 'status' | 'version' | 'sentAt'> | null;
  milestones: readonly Pick<Milestone, '_id' | 'title' | 'status' | 'statusAt'>[];
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

/** A project at a glance for its client: what waits for them, the next date, the price and whom to talk to. */
export function ClientOverview({ project }: { project: Project }) {
  const id = project._id;
  const milestones = useQuery(listMilestones(id));
  const contract = useQuery(getContract(id));
  const unread = useQuery(countUnread('client', [id]));
  const recent = useRecentActivity(id);
  const hasArrived = useEver(![milestones, contract, unread, recent].some(isArriving));
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
          asked={[milestones, contract, unread]}
          items={clientWaiting({
            contract: contract.data ?? null,
            milestones: milestones.data ?? [],
            unread: unread.data?.[id] ?? 0,
          })}
          quiet="Nothing right now. You’ll get an email when something does."
        />
      )}
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
        <div className="grid grid-cols-1 md:col-start-1 print:hidden">
          <RecentActivityCard query={recent} />
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
