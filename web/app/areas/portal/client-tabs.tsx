import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { ProjectActivity } from '../../features/activity/project-activity.tsx';
import { ClientContract } from '../../features/contracts/client-contract.tsx';
import { getContract } from '../../features/contracts/contracts.queries.ts';
import { ClientFiles } from '../../features/files/files-panel.tsx';
import { ClientMessages, ClientMessagesMark } from '../../features/messages/client-messages.tsx';
import { ClientMilestones } from '../../features/milestones/client-milestones.tsx';
import { ClientOverview } from './overview/client-overview.tsx';
import type { ProjectTab } from './project-frame.tsx';

/** What a client can look at in a project, in this order. */
export const clientTabs: readonly [ProjectTab, ...ProjectTab[]] = [
  { value: 'overview', label: 'Overview', Content: ClientOverview },
  { value: 'contract', label: 'Contract', Content: ClientContract },
  { value: 'milestones', label: 'Milestones', Content: MilestonesTab },
  { value: 'feedback', label: 'Feedback', Content: ClientMessages, Mark: ClientMessagesMark },
  { value: 'files', label: 'Files', Content: ClientFiles },
  { value: 'activity', label: 'Activity', Content: ProjectActivity },
];

/** The plan, whose words depend on whether the contract is accepted. */
function MilestonesTab({ project }: { project: Project }) {
  const contract = useQuery(getContract(project._id));
  return <ClientMilestones project={project} isAccepted={contract.data?.status === 'accepted'} />;
}
