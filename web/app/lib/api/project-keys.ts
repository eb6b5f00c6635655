/**
 * The keys of cached data about projects that the events of several nouns change; invalidate one when
 * something of its kind changes. A key of one noun alone is in its `<noun>.queries.ts`.
 */
export const projectKeys = {
  /** Everything about any project, except the projects themselves. */
  every: ['project'],
  of: (projectId: string) => ['project', projectId] as const,
  activity: (projectId: string) => ['project', projectId, 'activity'] as const,
  messages: (projectId: string) => ['project', projectId, 'feedback'] as const,
  /** The client's own projects, and the lists of them. */
  own: ['my-projects'],
  /** How many messages are unread, by project. */
  unread: ['unread'],
  /** What waits for a client, by project. */
  waiting: ['waiting'],
} as const;
