/** Under this key lies a project's contract, for either side; invalidate it when something was done to it. */
export const contractKey = (projectId: string) => ['project', projectId, 'contract'] as const;
