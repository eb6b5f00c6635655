/*
 * When a prerendered page gets its typefaces. Files requested before the first paint delay it on a slow
 * connection, so a first visit paints with fallback faces of the same metrics (../fonts/fallbacks.css)
 * and swaps when ours have arrived. A visitor who comes from a page of this site has the files already
 * and sees no swap. A link to a place on the page doesn't wait either: a line more or less above would
 * move that place.
 */

/** Stands among the letters of the files that every page is written with (../fonts/typefaces.css). */
const MARK = 'U+E000';

/**
 * Decides before the first paint, after the styles have been read: requests the typefaces now or sets
 * `<html data-typefaces>`, with which the page doesn't use them yet.
 */
export function decideOnTypefaces(visit: PerformanceNavigationTiming | undefined): void {
  const hasBeenHere = visit?.type !== 'navigate' || document.referrer.startsWith(`${location.origin}/`);
  if (hasBeenHere || location.hash) void loadTypefaces();
  else document.documentElement.dataset.typefaces = 'later';
}

/**
 * Loads the typefaces of a page painted without them. It switches when all have arrived, in two frames: the first
 * layout with a typeface is most of the work, and both in one frame would block a slow phone.
 */
export async function bringTypefaces(): Promise<void> {
  const { dataset } = document.documentElement;
  if (dataset.typefaces !== 'later') return;
  dataset.typefaces = 'coming';
  await loadTypefaces();
  dataset.typefaces = 'text';
  await nextFrame();
  delete dataset.typefaces;
}

/** Resolves when a frame has been laid out; after a short while if the tab isn't painted. */
const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200);
  });

/** Resolves when they have arrived or failed: then the browser keeps the fallback faces. */
async function loadTypefaces(): Promise<void> {
  const files = [...document.fonts].filter((face) => face.unicodeRange.includes(MARK));
  await Promise.allSettled(files.map((face) => face.load()));
}
