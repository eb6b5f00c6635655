import type { RefObject } from 'react';

const FOCUSABLE = '[tabindex], a[href], button, input, select, textarea, summary';

/**
 * Gives an element the keyboard, or the first thing in it that takes it, and shows where the element begins: in the upper half of
 * the window. Focus alone scrolls only as far as the nearest edge, and not at all for what is taller than the window.
 */
export function landOn(element: HTMLElement | null): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  if (document.activeElement !== element)
    element.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true });
  showBeginning(element);
}

/** What a window takes as `finalFocus` for an element that says that it is done: itself gets the keyboard, not its first control. */
export const landingOn = (element: RefObject<HTMLElement | null>) => () => {
  landOn(element.current);
  return false;
};

/** Scrolls no further than it must: what begins in the upper third of the window already stays where it is. */
export function showBeginning(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect();
  if (top >= coveredHeight() && top <= innerHeight / 3) return;
  element.scrollIntoView({ block: 'start', behavior: 'instant' });
}

/** What stays at the top of the window covers as much of it. */
export const coveredHeight = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
