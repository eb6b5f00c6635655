import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { type ComponentType, createContext, useContext } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../session/session.ts';
import type { LinkTarget } from './links.ts';

/** One view of a project, as its noun provides it for a side. */
export interface ProjectTab {
  label: string;
  Content: ComponentType<{ project: Project }>;
  /** A count after the name, such as of unread messages. */
  Mark?: ComponentType<{ project: Project }>;
}

/** All views of a project on one side. */
export type ProjectTabList = Record<ProjectTabName, ProjectTab>;

/**
 * Where another tab of the shown project is, with what else stands in the address, such as the list's page.
 * @returns a function of the tab's `value` and, for one thing in it, that thing's id in the page
 */
export function useTabLink(): (tab: ProjectTabName, anchor?: string) => LinkTarget {
  const [params] = useSearchParams();
  return (tab, anchor) => {
    const search = new URLSearchParams(params);
    search.set('tab', tab);
    return { search: `?${search}`, ...(anchor && { hash: `#${anchor}` }) };
  };
}

/**
 * True around the client's portal when the studio looks at it: it shows what the client sees and allows no
 * action.
 */
export const ClientViewContext = createContext(false);

export const useIsClientView = () => useContext(ClientViewContext);

/** Whether the reader is the client of a project, who decides and writes in it; false while the studio looks. */
export function useIsClientOf(project: Project): boolean {
  const session = useSession();
  const isView = useIsClientView();
  return !isView && session.status === 'signed-in' && session.user.id === project.userId;
}
