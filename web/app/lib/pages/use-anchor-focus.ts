import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** Focuses an element, and scrolls to it, whenever a link to its anchor is followed. */
export function useAnchorFocus(anchor: string, element: RefObject<HTMLElement | null>): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again has another key alone
  useEffect(() => {
    if (hash === `#${anchor}`) element.current?.focus();
  }, [hash, key, anchor, element]);
}
