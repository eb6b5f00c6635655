import { studio } from '@atelier/content/studio.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { RecentActivityCard } from '../../../features/activity/recent-activity-card.tsx';
import { getContract } from '../../../features/contracts/get-contract.ts';
import { countUnread } from '../../../features/messages/count-unread.ts';
import { listMilestones } from '../../../features/milestones/list-milestones.ts';
import { briefOf } from '../../../features/projects/brief-of.ts';
import { BriefView } from './brief-view.tsx';
import { clientWaiting } from './client-waiting.ts';
import { EstimateCard } from './estimate-card.tsx';
import { NextStepsCard } from './next-steps-card.tsx';
import { MailAddress, PeopleCard } from './people-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** A project at a glance for its client: what waits for them, how far it is, what it may cost, what was asked for. */
export function ClientOverview({ project }: { project: Project }) {
  const id = project._id;
  const milestones = useQuery(listMilestones(id));
  const contract = useQuery(getContract(id));
  const unread = useQuery(countUnread('client', [id]));
  const brief = briefOf(project);
  const isOpen = project.status === 'submitted';
  // What happens after a brief has arrived is told until the first of it has happened.
  const isNew = isOpen && contract.data === null && milestones.data?.length === 0;
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
          <RecentActivityCard projectId={id} />
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
