import { PAGES } from '@atelier/domain/pages.ts';
import { PROJECT_SORTS, type PROJECT_STATUSES, type ProjectSort } from '@atelier/domain/projects/rules.ts';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { createKeptStore } from '../../../lib/storage/account-store.ts';
import { PROJECTS_VIEW_KEY } from '../../../lib/storage/local-store.ts';

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

/** The status filter of the list of projects, as its address has it: what was submitted, unless said otherwise. */
export const projectFilter = {
  choices: ['all', 'submitted', 'draft', 'archived'],
  initial: 'submitted',
  keeps: ['sort'],
} as const satisfies {
  choices: readonly ('all' | (typeof PROJECT_STATUSES)[number])[];
  initial: string;
  keeps: readonly string[];
};

/** The order, as the address says it: `?sort=`. Another one begins at page 1. */
export function useProjectSort(): [sort: ProjectSort, sortBy: (sort: ProjectSort) => void] {
  const [params, setParams] = useSearchParams();
  const sort = PROJECT_SORTS.find((each) => each === params.get('sort')) ?? PROJECT_SORTS[0];
  const sortBy = (wanted: ProjectSort) => {
    // What was chosen a moment ago is in the browser's address before it is on the page.
    const next = new URLSearchParams(window.location.search);
    next.delete('page');
    if (wanted === PROJECT_SORTS[0]) next.delete('sort');
    else next.set('sort', wanted);
    setParams(next, { preventScrollReset: true });
  };
  return [sort, sortBy];
}
