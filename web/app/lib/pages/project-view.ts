import { type ClientRole, includesRole } from '@atelier/domain/people/rules.ts';
import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { type ComponentType, createContext, useContext } from 'react';
import { useSearchParams } from 'react-router';
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

/** What the reader may do on a project's client's side; undefined for the studio, also while it looks at the portal. */
export function useClientRole({ clientRole }: Pick<Project, 'clientRole'>): ClientRole | undefined {
  const isView = useIsClientView();
  return isView ? undefined : (clientRole ?? undefined);
}

/** Whether the reader is on a project's client's side, who write and send in it. */
export const useIsClientOf = (project: Project) => useClientRole(project) !== undefined;

/** Whether the reader accepts, approves and pays in a project. */
export const useDecidesIn = (project: Project) => includesRole(useClientRole(project), 'decides');
