import { nextSteps } from '@atelier/content/next-steps.ts';
import { studio } from '@atelier/content/studio.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { RecentActivityCard } from '../../../features/activity/project-activity.tsx';
import { getContract } from '../../../features/contracts/contracts.queries.ts';
import { countUnread } from '../../../features/messages/messages.queries.ts';
import { listMilestones } from '../../../features/milestones/milestones.queries.ts';
import { briefOf } from '../../../features/projects/project-facts.tsx';
import { Card } from '../../../ui/card.tsx';
import { BriefView } from './brief-view.tsx';
import { clientWaiting } from './client-waiting.ts';
import { EstimateCard, MailAddress, PeopleCard, ProgressCard } from './overview-cards.tsx';
import { WaitingCard } from './waiting-card.tsx';

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
  const brief = briefOf(project);
  const isOpen = project.status === 'submitted';
  // The next steps are shown until the first of them is done.
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
