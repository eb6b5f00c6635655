import { useQuery } from '@tanstack/react-query';
import { activityTab } from '../../../features/activity/project-activity.tsx';
import { getContractAsStudio } from '../../../features/contracts/contracts.queries.ts';
import { studioContractTab } from '../../../features/contracts/studio/studio-contract.tsx';
import { studioFilesTab } from '../../../features/files/files-panel.tsx';
import { studioMessagesTab } from '../../../features/messages/studio-messages.tsx';
import { studioMilestonesTab } from '../../../features/milestones/studio/studio-milestones.tsx';
import type { ProjectTabList } from '../../../lib/pages/project-view.ts';
import { StudioOverview } from './studio-overview.tsx';

/** What the studio can look at in a project. */
export const studioTabs: ProjectTabList = {
  overview: { label: 'Overview', Content: StudioOverview },
  contract: studioContractTab,
  milestones: studioMilestonesTab(useIsAccepted),
  feedback: studioMessagesTab,
  files: studioFilesTab,
  activity: activityTab,
};

function useIsAccepted(projectId: string): boolean {
  return useQuery(getContractAsStudio(projectId)).data?.status === 'accepted';
}
