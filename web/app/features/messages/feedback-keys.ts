/** Under this key lies everything that is known of one project's portal. */
export const projectKey = (projectId: string) => ['project', projectId] as const;

/** A project's thread. */
export const feedbackKey = (projectId: string) => [...projectKey(projectId), 'feedback'] as const;

/** How many messages are unread, in whatever projects. */
export const unreadKey = ['unread'] as const;
