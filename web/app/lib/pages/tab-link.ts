import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import { useSearchParams } from 'react-router';
import type { LinkTarget } from './links.ts';

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
