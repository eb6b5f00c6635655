import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { landOn, showBeginning } from './land-on.ts';

/** What people do that says where they want to be. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Focuses an element, and scrolls to where it begins, whenever a link to its anchor is followed. It stays in sight while what is
 * above it still loads, until its reader does anything.
 */
export function useAnchorFocus(anchor: string, element: RefObject<HTMLElement | null>): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again has another key alone
  useEffect(() => {
    const target = element.current;
    if (hash !== `#${anchor}` || !target) return;
    landOn(target);
    const held = new ResizeObserver(() => showBeginning(target));
    held.observe(document.body);
    const release = () => {
      held.disconnect();
      for (const move of OWN_MOVES) removeEventListener(move, release, true);
    };
    for (const move of OWN_MOVES) addEventListener(move, release, { capture: true, passive: true });
    return release;
  }, [hash, key, anchor, element]);
}
