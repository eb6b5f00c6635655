import type { EventDefinitions, NoDetail, NotificationWords } from '../event-definition.ts';

/** The details of each event of a project as a whole. */
export interface ProjectOwnEvents {
  project_submitted: NoDetail;
  project_archived: NoDetail;
  project_restored: NoDetail;
  /** The new title; `from` is the former. */
  project_renamed: { from: string; to: string };
}

const changes = ['project', 'unread', 'waiting'] as const;

export const projectEvents = {
  project_submitted: { changes, deed: () => 'submitted the brief' },
  project_archived: { changes, deed: () => 'archived the project' },
  project_restored: { changes, deed: () => 'restored the project from the archive' },
  project_renamed: {
    changes: ['project'],
    deed: ({ detail }) =>
      detail.from && detail.to
        ? `renamed the project from “${detail.from}” to “${detail.to}”`
        : 'renamed the project',
  },
} as const satisfies EventDefinitions<ProjectOwnEvents>;

export const projectNotifications = {
  project_submitted: { about: 'submitted projects', studio: 'A client submitted a project' },
} as const satisfies Record<string, NotificationWords>;
