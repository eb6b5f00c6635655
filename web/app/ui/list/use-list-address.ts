import { CONTACT_SEARCH_DELAY_MS } from '@atelier/domain/enquiries/rules.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import {
  changeListAddress,
  type FilterChoices,
  type ListAddress,
  parseListAddress,
  SEARCH_MAX,
} from './list-address.ts';

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
