import { PAGES } from '@atelier/domain/pages.ts';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { createKeptStore } from '../../../lib/storage/account-store.ts';
import { PROJECTS_VIEW_KEY } from '../../../lib/storage/storage-keys.ts';

/** The address's query with which the projects were last looked at in this tab: their search, filter, page and view. */
let last = '';

/** Remembers where one is in the projects, for the way back from one of them. */
export function useKeepListPlace(): void {
  const { search } = useLocation();
  useEffect(() => {
    last = search;
  }, [search]);
}

/** Where the way back from a project leads. */
export const listPlace = () => ({ pathname: PAGES.studioProjects, search: last });

type ProjectsView = 'list' | 'board';

const lastView = createKeptStore<ProjectsView>({
  scope: 'device',
  key: PROJECTS_VIEW_KEY,
  parse: (text) => (text === 'board' ? 'board' : 'list'),
  print: (view) => view,
});

/**
 * How the projects are shown: as the address says (`?view=board`); where it says nothing at all, as they were the last
 * time. A search, a filter or a page is the list's.
 */
export function useProjectsView(): [view: ProjectsView, show: (view: ProjectsView) => void] {
  const [params, setParams] = useSearchParams();
  const isRemembered = params.size === 0 && lastView.get() === 'board';
  const view = params.get('view') === 'board' || isRemembered ? 'board' : 'list';
  const show = (wanted: ProjectsView) => {
    lastView.keep(wanted);
    setParams(wanted === 'board' ? { view: 'board' } : {});
  };
  return [view, show];
}
