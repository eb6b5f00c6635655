import type { Project } from '@atelier/domain/projects/schema.ts';
import { useOutletContext } from 'react-router';

/** What the portal hands to its right side. */
export interface PortalContext {
  /** The list's page that is shown; empty until it is there. */
  projects: readonly Project[];
  page: number;
}

export const usePortalContext = () => useOutletContext<PortalContext>();

/** Left in the history entry of the list when nothing is to open by itself: a project was just deleted. */
export const STAY = { stays: true } as const;

/** Whether a history entry's state says that nothing is to open by itself. */
export function staysOnList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'stays') === true;
}
