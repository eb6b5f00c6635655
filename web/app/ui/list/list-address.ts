import { CONTACT_SEARCH_DELAY_MS } from '@atelier/domain/enquiries/rules.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { parsePage } from './pager.tsx';

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

/** A list's address, and how to change it: a new entry in the history, unless `replace` refines the present one. */
export function useListAddress<Filter extends string>(filter: FilterChoices<Filter>) {
  const [params, setParams] = useSearchParams();
  const address = parseListAddress(params, filter);
  const change = (wanted: Partial<ListAddress<Filter>>, { replace = false } = {}) => {
    // What was chosen a moment ago is in the browser's address before it is on the page.
    const now = new URLSearchParams(window.location.search);
    const next = changeListAddress(parseListAddress(now, filter), wanted, filter.initial);
    for (const name of filter.keeps ?? []) {
      const value = now.get(name);
      if (value !== null) next.set(name, value);
    }
    // Another page is read from its beginning.
    const isPaging = wanted.page !== undefined && !replace;
    setParams(next, { replace, preventScrollReset: !isPaging });
  };
  return { address, change };
}

/**
 * The text of a search box whose search lives in the address. It is asked for once typing has stopped for 300 ms
 * (specification section 9); beginning and ending a search are steps of the history, refining one is not.
 */
export function useSearchText(
  q: string,
  search: (q: string, options: { replace: boolean }) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(q);
  const asked = useRef(q);

  // Back, forward, or a link led to another search than the one in the box.
  useEffect(() => {
    if (q === asked.current) return;
    asked.current = q;
    setText(q);
  }, [q]);

  const ask = useEffectEvent((wanted: string) => {
    const replace = wanted !== '' && asked.current !== '';
    asked.current = wanted;
    search(wanted, { replace });
  });
  // While another address is on its way a search would call it back.
  const isIdle = useNavigation().state === 'idle';
  useEffect(() => {
    const wanted = text.trim().slice(0, SEARCH_MAX);
    if (!isIdle || wanted === asked.current) return;
    const timer = setTimeout(() => ask(wanted), CONTACT_SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, isIdle]);

  return [text, setText];
}

/** A choice that lives in the address, as it was just made: the address, and what it shows, follow a moment later. */
export function useChosen<Value>(
  value: Value,
  onChange: (value: Value) => void,
): [chosen: Value, choose: (value: Value) => void] {
  const [chosen, setChosen] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setChosen(value);
  }
  const choose = (next: Value) => {
    setChosen(next);
    onChange(next);
  };
  return [chosen, choose];
}
