import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

/** The id of a milestone's place in its tab: links lead to it by `#…`. */
export const milestoneAnchor = (milestoneId: string) => `milestone-${milestoneId}`;

/** Gives the keyboard to an element, and brings it into sight, whenever a link with its anchor was followed. */
export function useAnchorFocus(anchor: string, element: RefObject<HTMLElement | null>): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again has another key alone
  useEffect(() => {
    if (hash === `#${anchor}`) element.current?.focus();
  }, [hash, key, anchor, element]);
}
