import type { Project } from '@atelier/domain/projects/schema.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { RecentActivityCard } from '../../../features/activity/project-activity.tsx';
import { getContractAsStudio } from '../../../features/contracts/contracts.queries.ts';
import { listMessages } from '../../../features/messages/messages.queries.ts';
import { listMilestonesAsStudio } from '../../../features/milestones/milestones.queries.ts';
import { briefOf } from '../../../features/projects/project-facts.tsx';
import { BriefView } from '../../portal/overview/brief-view.tsx';
import {
  EstimateCard,
  MailAddress,
  PeopleCard,
  ProgressCard,
} from '../../portal/overview/overview-cards.tsx';
import { WaitingCard } from '../../portal/overview/waiting-card.tsx';
import { studioWaiting } from './studio-waiting.ts';

/** A project at a glance for the studio: what waits for it, how far it is, whose it is, what was asked for. */
export function StudioOverview({ project }: { project: Project }) {
  const id = project._id;
  const milestones = useQuery(listMilestonesAsStudio(id));
  const contract = useQuery(getContractAsStudio(id));
  const thread = useInfiniteQuery(listMessages('studio', id));
  const brief = briefOf(project);
  const published = milestones.data?.filter((milestone) => milestone.published) ?? [];
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid grid-cols-1 gap-5">
        {project.status === 'submitted' && (
          <WaitingCard
            asked={[milestones, contract, thread]}
            items={studioWaiting({
              contract: contract.data,
              milestones: milestones.data ?? [],
              lastMessage: thread.data?.pages[0]?.items.at(-1),
              answer: thread.data?.pages[0]?.answer,
            })}
            quiet="Nothing in this project needs you."
          />
        )}
        <ProgressCard milestones={published} isAccepted={contract.data?.status === 'accepted'} />
        <BriefView
          brief={brief}
          title={
            project.status === 'draft'
              ? `The brief so far, at step ${project.step}`
              : 'The brief, as submitted'
          }
        />
      </div>
      <div className="grid grid-cols-1 gap-5">
        <EstimateCard estimate={project.estimate} />
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
        <RecentActivityCard projectId={id} />
      </div>
    </div>
  );
}
