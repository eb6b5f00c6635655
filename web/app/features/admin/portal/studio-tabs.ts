import { StudioOverview } from '../../portal/overview/studio-overview.tsx';
import type { ProjectTab } from '../../portal/project-tabs.tsx';

/** What the studio can look at in a project, in this order. */
export const studioTabs: readonly [ProjectTab, ...ProjectTab[]] = [
  { value: 'overview', label: 'Overview', Content: StudioOverview },
];
