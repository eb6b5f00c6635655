import { parsePage } from '../../lib/page-parameter.ts';

/**
 * What a list shows, as its address says it: `?q=&status=&page=`. It lives in the address so that back, reload
 * and a copied link all show the same list. Values that say nothing beyond the default are left out.
 */
export interface ListAddress<Filter extends string> {
  q: string;
  status: Filter;
  page: number;
}

/** The choices of a list's status filter, the default among them. */
export interface FilterChoices<Filter extends string> {
  choices: readonly Filter[];
  initial: Filter;
  /** Further parts of the address that a new search, filter or page leaves as they are, such as the order. */
  keeps?: readonly string[];
}

/** The longest search that the server takes. */
export const SEARCH_MAX = 200;

/** Reads a list's address; anything that makes no sense counts as absent. Never throws. */
export function parseListAddress<Filter extends string>(
  params: URLSearchParams,
  filter: FilterChoices<Filter>,
): ListAddress<Filter> {
  const status = params.get('status');
  return {
    q: (params.get('q') ?? '').trim().slice(0, SEARCH_MAX),
    status: filter.choices.find((choice) => choice === status) ?? filter.initial,
    page: parsePage(params.get('page')),
  };
}

/**
 * The address after a change. A new search or filter begins at page 1 (specification section 2) and with nothing
 * selected; a new page too has nothing selected.
 */
export function changeListAddress<Filter extends string>(
  current: ListAddress<Filter>,
  change: Partial<ListAddress<Filter>>,
  initial: Filter,
): URLSearchParams {
  const next = { ...current, page: 1, ...change };
  const params = new URLSearchParams();
  if (next.q) params.set('q', next.q);
  if (next.status !== initial) params.set('status', next.status);
  if (next.page > 1) params.set('page', String(next.page));
  return params;
}
