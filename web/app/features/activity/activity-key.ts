/** Under this key lies what is known of a project's activity; invalidate it when something happened. */
export const activityKey = (projectId: string) => ['project', projectId, 'activity'] as const;
