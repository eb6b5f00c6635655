import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { activityTab } from '../../features/activity/project-activity.tsx';
import { getContract } from '../../features/contracts/contracts.queries.ts';
import { clientFilesTab } from '../../features/files/files-panel.tsx';
import { clientMessagesTab } from '../../features/messages/client-messages.tsx';
import { late } from '../../lib/late.tsx';
import type { ProjectTabList } from '../../lib/pages/project-view.ts';
import { SkeletonList } from '../../ui/feedback/placeholders.tsx';
import { ClientOverview } from './overview/client-overview.tsx';

const arriving = <SkeletonList label="Loading…" rows={3} />;
const Contract = late(() => import('../../features/contracts/client-contract.tsx'), arriving);
const Milestones = late(() => import('../../features/milestones/client-milestones.tsx'), arriving);

function AcceptedMilestones({ project }: { project: Project }) {
  const contract = useQuery(getContract(project._id));
  return <Milestones project={project} isAccepted={contract.data?.status === 'accepted'} />;
}

/** What a client can look at in a project. Tabs with forms come late: they weigh more than the others together. */
export const clientTabs: ProjectTabList = {
  overview: { label: 'Overview', Content: ClientOverview },
  contract: { label: 'Contract', Content: Contract },
  milestones: { label: 'Milestones', Content: AcceptedMilestones },
  feedback: clientMessagesTab,
  files: clientFilesTab,
  activity: activityTab,
};
