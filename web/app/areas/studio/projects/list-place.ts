import { PAGES } from '@atelier/domain/pages.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

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
