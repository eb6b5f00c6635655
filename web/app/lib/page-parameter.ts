import { MAX_PAGE } from '@atelier/domain/paging.ts';

/** The page that an address asks for: a whole number in range, else the first. */
export function parsePage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}
