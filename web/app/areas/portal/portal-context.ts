import type { Project } from '@atelier/domain/projects/schema.ts';
import { useOutletContext } from 'react-router';

/** What the portal hands to its right side. */
export interface PortalContext {
  /** The list's page that is shown; empty until it is there. */
  projects: readonly Project[];
  page: number;
}

export const usePortalContext = () => useOutletContext<PortalContext>();
