import type { Project } from '@atelier/domain/projects.ts';
import { RecentActivityCard } from '../activity/recent-activity-card.tsx';
import { briefOf } from '../projects/brief-of.ts';
import { BriefView } from './brief-view.tsx';
import { EstimateCard } from './estimate-card.tsx';

/** A project at a glance for the studio: what was asked for, and what it was estimated at. */
export function StudioOverview({ project }: { project: Project }) {
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="grid grid-cols-1 gap-5 xl:order-last">
        <EstimateCard estimate={project.estimate} />
        <RecentActivityCard projectId={project._id} />
      </div>
      <BriefView
        brief={briefOf(project)}
        title={
          project.status === 'draft' ? `The brief so far, at step ${project.step}` : 'The brief, as submitted'
        }
      />
    </div>
  );
}
