import { type To, useSearchParams } from 'react-router';

/**
 * Where another tab of the shown project is, with what else stands in the address, such as the list's page.
 * @returns a function of the tab's `value` and, for one thing in it, that thing's id in the page
 */
export function useTabLink(): (tab: string, anchor?: string) => To {
  const [params] = useSearchParams();
  return (tab, anchor) => {
    const search = new URLSearchParams(params);
    search.set('tab', tab);
    return { search: `?${search}`, ...(anchor && { hash: `#${anchor}` }) };
  };
}
