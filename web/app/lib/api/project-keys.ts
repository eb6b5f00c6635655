import type { ProjectTabName } from '@atelier/domain/project-parts.ts';

/** The keys of cached data about projects; invalidate one when something of its kind changes. */
export const projectKeys = {
  /** Everything about any project, except the projects themselves. */
  every: ['project'],
  of: (projectId: string) => ['project', projectId] as const,
  /** Everything that one tab of a project shows, on either side. Live events refetch by it. */
  tab: (projectId: string, tab: ProjectTabName) => ['project', projectId, tab] as const,
  /** The client's own projects, and the lists of them. */
  own: ['my-projects'],
  /** How many messages are unread, by project. */
  unread: ['unread'],
  /** What waits for a client, by project. */
  waiting: ['waiting'],
} as const;
