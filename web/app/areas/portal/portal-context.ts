import type { Project } from '@atelier/domain/projects/schema.ts';
import { useOutletContext } from 'react-router';

/** What the portal passes to its right side. */
export interface PortalContext {
  /** The list's current page; empty until it has loaded. */
  projects: readonly Project[];
  page: number;
}

export const usePortalContext = () => useOutletContext<PortalContext>();

/** State of a history entry of the list in which no project opens: one was just deleted. */
export const STAY = { stays: true } as const;

/** Whether a history entry's state keeps every project closed. */
export function staysOnList(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'stays') === true;
}
