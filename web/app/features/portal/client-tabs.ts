import { ProjectActivity } from './activity/project-activity.tsx';
import { ClientContract } from './contract/client-contract.tsx';
import { ClientFeedback, ClientFeedbackMark } from './feedback/client-feedback.tsx';
import { ClientFiles } from './files/client-files.tsx';
import { ClientMilestones } from './milestones/client-milestones.tsx';
import { ClientOverview } from './overview/client-overview.tsx';
import type { ProjectTab } from './project-tabs.tsx';

/** What a client can look at in a project, in this order. */
export const clientTabs: readonly [ProjectTab, ...ProjectTab[]] = [
  { value: 'overview', label: 'Overview', Content: ClientOverview },
  { value: 'contract', label: 'Contract', Content: ClientContract },
  { value: 'milestones', label: 'Milestones', Content: ClientMilestones },
  { value: 'feedback', label: 'Feedback', Content: ClientFeedback, Mark: ClientFeedbackMark },
  { value: 'files', label: 'Files', Content: ClientFiles },
  { value: 'activity', label: 'Activity', Content: ProjectActivity },
];
