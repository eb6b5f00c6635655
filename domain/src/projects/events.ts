import type { Deeds, NoDetail } from '../activity/deed.ts';
import type { NotificationWords } from '../notifications/words.ts';

/** What each event of a project as a whole carries. */
export interface ProjectOwnEvents {
  project_submitted: NoDetail;
  project_archived: NoDetail;
  project_restored: NoDetail;
}

export const projectDeeds: Deeds<ProjectOwnEvents> = {
  project_submitted: () => 'submitted the brief',
  project_archived: () => 'archived the project',
  project_restored: () => 'restored the project from the archive',
};

export const projectNotifications = {
  project_submitted: { about: 'submitted projects', studio: 'A client submitted a project' },
} as const satisfies Record<string, NotificationWords>;
