import type { Project } from '@atelier/domain/projects/schema.ts';
import { createContext, useContext } from 'react';
import { useSession } from './session/session.ts';

/**
 * True around the client's portal where the studio looks at it: all is shown as the client sees it, and nothing of it
 * can be done there.
 */
export const ClientViewContext = createContext(false);

export const useIsClientView = () => useContext(ClientViewContext);

/** Whether the reader is the client of a project, who decides and writes in it; nobody is who only looks. */
export function useIsClientOf(project: Project): boolean {
  const session = useSession();
  const isView = useIsClientView();
  return !isView && session.status === 'signed-in' && session.user.id === project.userId;
}
