import { PROJECT_SORTS, type PROJECT_STATUSES, type ProjectSort } from '@atelier/domain/projects/rules.ts';
import { useSearchParams } from 'react-router';

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
