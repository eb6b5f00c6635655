import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { ProjectActivity } from '../../../features/activity/project-activity.tsx';
import { getContractAsStudio } from '../../../features/contracts/studio/get-contract-as-studio.ts';
import { StudioContract } from '../../../features/contracts/studio/studio-contract.tsx';
import { StudioFiles } from '../../../features/files/studio-files.tsx';
import { StudioFeedback, StudioFeedbackMark } from '../../../features/messages/studio-feedback.tsx';
import { StudioMilestones } from '../../../features/milestones/studio/studio-milestones.tsx';
import type { ProjectTab } from '../../portal/project-tabs.tsx';
import { StudioOverview } from './studio-overview.tsx';

/** What the studio can look at in a project, in this order. */
export const studioTabs: readonly [ProjectTab, ...ProjectTab[]] = [
  { value: 'overview', label: 'Overview', Content: StudioOverview },
  { value: 'contract', label: 'Contract', Content: StudioContract },
  { value: 'milestones', label: 'Milestones', Content: MilestonesTab },
  { value: 'feedback', label: 'Feedback', Content: StudioFeedback, Mark: StudioFeedbackMark },
  { value: 'files', label: 'Files', Content: StudioFiles },
  { value: 'activity', label: 'Activity', Content: ProjectActivity },
];

/** The plan, whose words depend on whether the contract is accepted. */
function MilestonesTab({ project }: { project: Project }) {
  const contract = useQuery(getContractAsStudio(project._id));
  return <StudioMilestones project={project} isAccepted={contract.data?.status === 'accepted'} />;
}
