import { ProjectActivity } from '../../portal/activity/project-activity.tsx';
import type { ProjectTab } from '../../portal/project-tabs.tsx';
import { StudioContract } from './contract/studio-contract.tsx';
import { StudioFeedback, StudioFeedbackMark } from './feedback/studio-feedback.tsx';
import { StudioFiles } from './files/studio-files.tsx';
import { StudioMilestones } from './milestones/studio-milestones.tsx';
import { StudioOverview } from './overview/studio-overview.tsx';

/** What the studio can look at in a project, in this order. */
export const studioTabs: readonly [ProjectTab, ...ProjectTab[]] = [
  { value: 'overview', label: 'Overview', Content: StudioOverview },
  { value: 'contract', label: 'Contract', Content: StudioContract },
  { value: 'milestones', label: 'Milestones', Content: StudioMilestones },
  { value: 'feedback', label: 'Feedback', Content: StudioFeedback, Mark: StudioFeedbackMark },
  { value: 'files', label: 'Files', Content: StudioFiles },
  { value: 'activity', label: 'Activity', Content: ProjectActivity },
];
