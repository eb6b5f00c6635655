import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { ProjectActivity } from '../../../features/activity/project-activity.tsx';
import { getContractAsStudio } from '../../../features/contracts/contracts.queries.ts';
import { StudioContract } from '../../../features/contracts/studio/studio-contract.tsx';
import { StudioFiles } from '../../../features/files/files-panel.tsx';
import { StudioMessages, StudioMessagesMark } from '../../../features/messages/studio-messages.tsx';
import { StudioMilestones } from '../../../features/milestones/studio/studio-milestones.tsx';
import type { ProjectTab } from '../../portal/project-frame.tsx';
import { StudioOverview } from './studio-overview.tsx';

/** What the studio can look at in a project, in this order. */
export const studioTabs: readonly [ProjectTab, ...ProjectTab[]] = [
  { value: 'overview', label: 'Overview', Content: StudioOverview },
  { value: 'contract', label: 'Contract', Content: StudioContract },
  { value: 'milestones', label: 'Milestones', Content: MilestonesTab },
  { value: 'feedback', label: 'Feedback', Content: StudioMessages, Mark: StudioMessagesMark },
  { value: 'files', label: 'Files', Content: StudioFiles },
  { value: 'activity', label: 'Activity', Content: ProjectActivity },
];

/** The plan, whose words depend on whether the contract is accepted. */
function MilestonesTab({ project }: { project: Project }) {
  const contract = useQuery(getContractAsStudio(project._id));
  return <StudioMilestones project={project} isAccepted={contract.data?.status === 'accepted'} />;
}
