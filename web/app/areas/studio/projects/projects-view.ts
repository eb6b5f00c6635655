import { useSearchParams } from 'react-router';
import { keepText, readText } from '../../../lib/local-store.ts';

/** Where this browser remembers how its owner looks at projects. */
const PROJECTS_VIEW_KEY = 'admin:projects';

export type ProjectsView = 'list' | 'board';

/**
 * How the projects are shown: as the address says (`?view=board`); where it says nothing at all, as they were the last
 * time. A search, a filter or a page is the list's.
 */
export function useProjectsView(): [view: ProjectsView, show: (view: ProjectsView) => void] {
  const [params, setParams] = useSearchParams();
  const isRemembered = params.size === 0 && readText(PROJECTS_VIEW_KEY) === 'board';
  const view = params.get('view') === 'board' || isRemembered ? 'board' : 'list';
  const show = (wanted: ProjectsView) => {
    keepText(PROJECTS_VIEW_KEY, wanted);
    setParams(wanted === 'board' ? { view: 'board' } : {});
  };
  return [view, show];
}
