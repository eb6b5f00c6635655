/** Items on a page by default (specification section 9). */
export const DEFAULT_PAGE_SIZE = 20;
/** The largest page size. */
export const MAX_PAGE_SIZE = 100;
/** The last page number: beyond it the user has to search. */
export const MAX_PAGE = 10_000;

/** A search counts up to here: counting everything would cost more than it tells. */
export const SEARCH_TOTAL_CAP = 1_000;

/** How many pages `total` items fill; an empty list has one (empty) page, so that "Page 1 of 1" reads right. */
export function pageCount(total: number, limit: number): number {
  return Math.max(1, Math.ceil(total / limit));
}

/** A displayed total: "1,234"; for a search that stopped counting, "1,000+". */
export function formatTotal(total: number, { isSearch = false } = {}): string {
  const isCapped = isSearch && total >= SEARCH_TOTAL_CAP;
  return `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`;
}
