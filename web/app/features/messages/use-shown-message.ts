import { type RefObject, useEffect, useState } from 'react';
import type { ShownMessage } from './messages.queries.ts';

/**
 * Shows one message of the conversation: scrolls to it and gives it the keyboard, which highlights it. Older messages are
 * loaded until it is there.
 */
export function useShownMessage({
  box,
  messages,
  query,
}: {
  box: RefObject<HTMLElement | null>;
  messages: readonly ShownMessage[];
  query: {
    hasNextPage: boolean;
    isFetching: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage(): Promise<unknown>;
  };
}): (id: string) => void {
  const [wanted, setWanted] = useState<string>();
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const isThere = wanted !== undefined && messages.some(({ _id }) => _id === wanted);
  useEffect(() => {
    if (wanted === undefined) return;
    if (isThere) {
      const message = box.current?.querySelector<HTMLElement>(`[data-message="${wanted}"]`);
      message?.scrollIntoView({ block: 'center' });
      message?.focus({ preventScroll: true });
      setWanted(undefined);
    } else if (!isFetching) {
      if (hasNextPage && !isFetchNextPageError) void fetchNextPage();
      else setWanted(undefined);
    }
  }, [wanted, isThere, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, box]);
  return setWanted;
}
