import { MAX_PAGE } from '@atelier/domain/paging.ts';
import { useEffect, useEffectEvent } from 'react';

/** The page that an address asks for: a whole number in range, else the first. */
export function parsePage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** Leads back from a page past the end (the last one on it was deleted, or the address was typed) to the last page. */
export function useLastPage(page: number, pages: number | undefined, goTo: (page: number) => void): void {
  const goBack = useEffectEvent(goTo);
  useEffect(() => {
    if (pages !== undefined && page > pages) goBack(pages);
  }, [page, pages]);
}
