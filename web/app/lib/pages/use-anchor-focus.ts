import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';
import { coveredHeight, landOn, showBeginning } from './land-on.ts';

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
    makeRoomBelow(target);
    landOn(target);
    const held = new ResizeObserver(() => {
      makeRoomBelow(target);
      showBeginning(target);
    });
    held.observe(document.body);
    const release = () => {
      held.disconnect();
      for (const move of OWN_MOVES) removeEventListener(move, release, true);
    };
    for (const move of OWN_MOVES) addEventListener(move, release, { capture: true, passive: true });
    return () => {
      release();
      document.body.style.paddingBottom = '';
    };
  }, [hash, key, anchor, element]);
}

/** Lengthens a page that ends so soon below a place that it couldn't be scrolled up to it. */
function makeRoomBelow(target: HTMLElement): void {
  const { body } = document;
  const made = Number.parseFloat(body.style.paddingBottom) || 0;
  const left = document.documentElement.scrollHeight - made - scrollY - target.getBoundingClientRect().top;
  const missing = Math.ceil(innerHeight - coveredHeight() - left);
  const isShown = target.getBoundingClientRect().top + scrollY <= innerHeight / 3;
  body.style.paddingBottom = missing > 0 && !isShown ? `${missing}px` : '';
}
