/*
 * When a prerendered page gets its typefaces. Files requested before the first paint delay it on a slow
 * connection, so a first visit paints with fallback faces of the same measures (../fonts/fallbacks.css)
 * and swaps when ours have arrived. A visitor who comes from a page of this site has the files already
 * and sees no swap. A link to a place on the page doesn't wait either: a line more or less above would
 * move that place.
 */

/** Stands among the letters of the files that every page is written with (../fonts/typefaces.css). */
const MARK = 'U+E000';

/**
 * Decides before the first paint, after the styles have been read: asks for the typefaces at once or leaves
 * `<html data-typefaces>`, with which the page does not use them yet.
 */
export function decideOnTypefaces(visit: PerformanceNavigationTiming | undefined): void {
  const hasBeenHere = visit?.type !== 'navigate' || document.referrer.startsWith(`${location.origin}/`);
  if (hasBeenHere || location.hash) void loadTypefaces();
  else document.documentElement.dataset.typefaces = 'later';
}

/**
 * Brings the typefaces to a page that was painted without them. It changes over when all are there, in two frames: the first
 * layout with a typeface is most of the work, and both at once hold a slow phone up.
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

/** Resolves when a frame has been laid out; soon in any case, where a tab is not painted at all. */
const nextFrame = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 200);
  });

/** Resolves when they have arrived, or cannot: then the browser goes on with the faces that stand in. */
async function loadTypefaces(): Promise<void> {
  const files = [...document.fonts].filter((face) => face.unicodeRange.includes(MARK));
  await Promise.allSettled(files.map((face) => face.load()));
}
