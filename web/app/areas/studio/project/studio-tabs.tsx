import { contractPlan } from '@atelier/domain/milestones/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { activityTab } from '../../../features/activity/project-activity.tsx';
import { getContractAsStudio } from '../../../features/contracts/contracts.queries.ts';
import { studioFilesTab } from '../../../features/files/files-panel.tsx';
import { studioMessagesTab } from '../../../features/messages/studio-messages.tsx';
import { listMilestonesAsStudio } from '../../../features/milestones/milestones.queries.ts';
import type { PreviewPicker } from '../../../features/milestones/studio/review-dialog.tsx';
import { late } from '../../../lib/late.tsx';
import type { ProjectTabList } from '../../../lib/pages/project-view.ts';
import { SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { isArriving } from '../../../ui/feedback/query-state.tsx';
import { StudioOverview } from './studio-overview.tsx';

const arriving = <SkeletonList label="Loading…" rows={3} />;
const Contract = late(() => import('../../../features/contracts/studio/studio-contract.tsx'), arriving);
const Milestones = late(() => import('../../../features/milestones/studio/studio-milestones.tsx'), arriving);

/** Late: only a dialog shows it. */
const Picker = late<ComponentProps<PreviewPicker>>(async () => ({
  default: (await import('../../../features/files/file-picker.tsx')).FilePicker,
}));

/** Payments of a contract can wait for milestones, those that the contract names. */
function PlannedContract({ project }: { project: Project }) {
  const milestones = useQuery(listMilestonesAsStudio(project._id));
  const plan = isArriving(milestones) ? undefined : contractPlan(milestones.data ?? []);
  return <Contract project={project} milestones={plan} />;
}

function AcceptedMilestones({ project }: { project: Project }) {
  const contract = useQuery(getContractAsStudio(project._id));
  return <Milestones project={project} isAccepted={contract.data?.status === 'accepted'} Picker={Picker} />;
}

/** What the studio can look at in a project. Tabs with forms come late: they weigh more than the others together. */
export const studioTabs: ProjectTabList = {
  overview: { label: 'Overview', Content: StudioOverview },
  contract: { label: 'Contract', Content: PlannedContract },
  milestones: { label: 'Milestones', Content: AcceptedMilestones },
  feedback: studioMessagesTab,
  files: studioFilesTab,
  activity: activityTab,
};
