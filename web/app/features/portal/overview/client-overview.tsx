import type { Project } from '@atelier/domain/projects.ts';
import { RecentActivityCard } from '../activity/recent-activity-card.tsx';
import { briefOf } from '../projects/brief-of.ts';
import { BriefView } from './brief-view.tsx';
import { EstimateCard } from './estimate-card.tsx';
import { NextStepsCard } from './next-steps-card.tsx';

/** A project at a glance for its client: what happens now, what it may cost, and what was asked for. */
export function ClientOverview({ project }: { project: Project }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-5 md:grid-cols-[3fr_2fr] print:grid-cols-1">
        {project.status === 'submitted' && <NextStepsCard />}
        <EstimateCard estimate={project.estimate} />
      </div>
      <RecentActivityCard projectId={project._id} />
      <BriefView
        brief={briefOf(project)}
        title={project.status === 'draft' ? 'Your brief so far' : 'Your brief, as submitted'}
      />
    </div>
  );
}
