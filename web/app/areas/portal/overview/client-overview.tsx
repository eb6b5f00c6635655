import { nextSteps } from '@atelier/content/next-steps.ts';
import { studio } from '@atelier/content/studio.ts';
import type { Contract } from '@atelier/domain/contracts/schema.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { RecentActivityCard, useRecentActivity } from '../../../features/activity/project-activity.tsx';
import { getContract } from '../../../features/contracts/contracts.queries.ts';
import { countUnread } from '../../../features/messages/messages.queries.ts';
import { milestoneAnchor } from '../../../features/milestones/milestone-facts.tsx';
import { listMilestones } from '../../../features/milestones/milestones.queries.ts';
import { briefOf } from '../../../features/projects/project-facts.tsx';
import { formatDate } from '../../../lib/format.ts';
import { useEver } from '../../../lib/late.tsx';
import { Card } from '../../../ui/card.tsx';
import { isArriving } from '../../../ui/feedback/query-state.tsx';
import { BriefView } from './brief-view.tsx';
import {
  counted,
  EstimateCard,
  MailAddress,
  OverviewSkeleton,
  PeopleCard,
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

/** The next steps after a brief has arrived. */
function NextStepsCard() {
  return (
    <Card title="What happens now" className="print:hidden">
      <ol className="grid grid-cols-1 gap-4">
        {nextSteps.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[auto_1fr] gap-x-3">
            <span
              aria-hidden="true"
              className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-on-accent-soft"
            >
              {index + 1}
            </span>
            <div>
              <p className="font-semibold">{step.title}</p>
              <p className="text-sm text-ink-soft">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** A project at a glance for its client: what waits for them, the progress, the estimate and the brief. */
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
  const isNew = isOpen && contract.data === null && milestones.data?.length === 0;
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
      <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-[3fr_2fr] print:grid-cols-1">
        <div className="grid grid-cols-1 gap-5 print:hidden">
          {isNew && <NextStepsCard />}
          <ProgressCard
            milestones={milestones.data ?? []}
            isAccepted={contract.data?.status === 'accepted'}
          />
          <RecentActivityCard query={recent} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <EstimateCard estimate={project.estimate} />
          <PeopleCard
            people={[
              { label: 'Your studio', value: studio.name },
              { label: 'Write to', value: <MailAddress address={studio.email} /> },
              ...(studio.phone ? [{ label: 'Call', value: studio.phone }] : []),
            ]}
            decisionMakers={brief.decisionMakers}
          />
        </div>
      </div>
      <BriefView
        brief={brief}
        title={project.status === 'draft' ? 'Your brief so far' : 'Your brief, as submitted'}
      />
    </div>
  );
}
