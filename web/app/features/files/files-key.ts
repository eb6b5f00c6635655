/** What is kept about the files of a project. */
export const filesKey = (projectId: string) => ['project', projectId, 'files'] as const;
