import { useEffect, useEffectEvent } from 'react';

/** Leads back from a page past the end (the last one on it was deleted, or the address was typed) to the last page. */
export function useLastPage(page: number, pages: number | undefined, goTo: (page: number) => void): void {
  const goBack = useEffectEvent(goTo);
  useEffect(() => {
    if (pages !== undefined && page > pages) goBack(pages);
  }, [page, pages]);
}
