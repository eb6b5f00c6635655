import { PAGES } from '@atelier/domain/pages.ts';
import { PROJECT_SORTS, type PROJECT_STATUSES, type ProjectSort } from '@atelier/domain/projects/rules.ts';
import { useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { createKeptStore } from '../../../lib/storage/account-store.ts';
import { PROJECTS_VIEW_KEY } from '../../../lib/storage/local-store.ts';

/** The query of the list when it was last open in this tab: search, filter, page and view. */
let last = '';

/** Remembers the list for the link back from a project. */
export function useKeepListPlace(): void {
  const { search } = useLocation();
  useEffect(() => {
    last = search;
  }, [search]);
}

/** The link back from a project. */
export const listPlace = () => ({ pathname: PAGES.studioProjects, search: last });

type ProjectsView = 'list' | 'board';

const lastView = createKeptStore<ProjectsView>({
  scope: 'device',
  key: PROJECTS_VIEW_KEY,
  parse: (text) => (text === 'board' ? 'board' : 'list'),
  print: (view) => view,
});

/**
 * How the projects show: by the address (`?view=board`); without any query, as last chosen. A
 * search, a filter or a page belongs to the list.
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

/** The status filter in the address: submitted projects by default. */
export const projectFilter = {
  choices: ['all', 'submitted', 'draft', 'archived'],
  initial: 'submitted',
  keeps: ['sort'],
} as const satisfies {
  choices: readonly ('all' | (typeof PROJECT_STATUSES)[number])[];
  initial: string;
  keeps: readonly string[];
};

/** The order in the address (`?sort=`). A change returns to page 1. */
export function useProjectSort(): [sort: ProjectSort, sortBy: (sort: ProjectSort) => void] {
  const [params, setParams] = useSearchParams();
  const sort = PROJECT_SORTS.find((each) => each === params.get('sort')) ?? PROJECT_SORTS[0];
  const sortBy = (wanted: ProjectSort) => {
    // The address is ahead of the page for a moment.
    const next = new URLSearchParams(window.location.search);
    next.delete('page');
    if (wanted === PROJECT_SORTS[0]) next.delete('sort');
    else next.set('sort', wanted);
    setParams(next, { preventScrollReset: true });
  };
  return [sort, sortBy];
}
