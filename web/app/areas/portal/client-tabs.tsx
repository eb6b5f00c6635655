import { useQuery } from '@tanstack/react-query';
import { activityTab } from '../../features/activity/project-activity.tsx';
import { clientContractTab } from '../../features/contracts/client-contract.tsx';
import { getContract } from '../../features/contracts/contracts.queries.ts';
import { clientFilesTab } from '../../features/files/files-panel.tsx';
import { clientMessagesTab } from '../../features/messages/client-messages.tsx';
import { clientMilestonesTab } from '../../features/milestones/client-milestones.tsx';
import type { ProjectTabList } from '../../lib/pages/project-view.ts';
import { ClientOverview } from './overview/client-overview.tsx';

/** What a client can look at in a project. */
export const clientTabs: ProjectTabList = {
  overview: { label: 'Overview', Content: ClientOverview },
  contract: clientContractTab,
  milestones: clientMilestonesTab(useIsAccepted),
  feedback: clientMessagesTab,
  files: clientFilesTab,
  activity: activityTab,
};

function useIsAccepted(projectId: string): boolean {
  return useQuery(getContract(projectId)).data?.status === 'accepted';
}
