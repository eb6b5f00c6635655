/** The list of one's projects. */
export function portalPath({ page = 1 }: { page?: number } = {}): string {
  return page > 1 ? `/client-portal?page=${page}` : '/client-portal';
}

/** A project within the portal, beside the list's page that it is found on. */
export function projectPath(id: string, { page = 1 }: { page?: number } = {}): string {
  return `/client-portal/${encodeURIComponent(id)}${page > 1 ? `?page=${page}` : ''}`;
}

/** Left in the history entry of the list when nothing is to open by itself: a project was just deleted. */
export const STAY = { stays: true } as const;

/** Whether a history entry's state says that nothing is to open by itself. */
export function staysOnList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'stays') === true;
}
