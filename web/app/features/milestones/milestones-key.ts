/** Under this key lies what is known of a project's milestones; invalidate it when one of them changed. */
export const milestonesKey = (projectId: string) => ['project', projectId, 'milestones'] as const;
