/*
 * When a page gets its typefaces. Files requested before the first paint delay it on a slow
 * connection, so a first visit paints with fallback faces of the same metrics (fonts/fallbacks.css)
 * and swaps when ours have arrived, if that moves nothing. A visitor who comes from a page of this site has the files already
 * and sees no swap. A link to a place on the page doesn't wait either: a line more or less above would
 * move that place.
 *
 * On a screen behind a sign-in they would delay its data, on a slow network by a second. In a browser with an
 * empty cache they come after that.
 */

/** Stands among the letters of the files that every page is written with (fonts/typefaces.css). */
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
 * Paints the page without its typefaces until `bringTypefaces`. If the page's first file comes from the browser's
 * cache, that has the typefaces too: then they are requested at once, before any data shows.
 */
export function delayTypefaces(): void {
  const { dataset } = document.documentElement;
  dataset.typefaces = 'later';
  const files = new PerformanceObserver((list) => {
    const [file] = (list.getEntries() as PerformanceResourceTiming[]).filter(({ name }) =>
      /\.(js|css)$/.test(name),
    );
    if (!file) return;
    files.disconnect();
    if (file.transferSize > 0 || dataset.typefaces !== 'later') return;
    delete dataset.typefaces;
    preloadTypefaces(document.querySelector<HTMLElement>('script[data-typefaces]')?.dataset.typefaces);
  });
  files.observe({ type: 'resource', buffered: true });
}

/** Requests the typefaces before the styles name them, unless they are delayed. `files` is a list as JSON. */
export function preloadTypefaces(files: string | undefined): void {
  if (document.documentElement.dataset.typefaces !== undefined) return;
  for (const href of JSON.parse(files ?? '[]')) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href });
    document.head.append(link);
  }
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
  // Led on meanwhile, to a page that has them.
  if (dataset.typefaces !== 'coming') return;
  dataset.typefaces = 'kept';
  if (!switchTo('text')) return;
  await nextFrame();
  switchTo(undefined);
}

/** What is laid out while a prerendered page arrives (browser/arriving.css). */
const LAID_OUT = '#app > div > header *, #main :not(section ~ section, section ~ section *)';
/** Browsers count no smaller move as a shift. */
const LEAST_SHIFT_PX = 3;

/**
 * Puts a typeface on, unless that moves lines on the screen up or down: no fallback face is as wide as ours in each word, and with a
 * line more or less the texts below would jump under their reader's eyes. Then the visitor gets it with the next page
 * (../document.tsx). A word may move along its line.
 * @param state the value of `<html data-typefaces>` with it
 * @returns whether it is on
 */
function switchTo(state: 'text' | undefined): boolean {
  const { dataset } = document.documentElement;
  const kept = dataset.typefaces;
  const laidOut = dataset.page === 'prerendered' ? LAID_OUT : 'body *';
  const elements = [...document.querySelectorAll(laidOut)].filter(
    (element) => element.checkVisibility?.() ?? true,
  );
  const tops = () => elements.map((element) => element.getBoundingClientRect().top);
  const before = tops();
  if (state) dataset.typefaces = state;
  else delete dataset.typefaces;
  const isStill = tops().every((top, index) => {
    const old = before[index] ?? top;
    return Math.min(top, old) >= innerHeight || Math.abs(top - old) < LEAST_SHIFT_PX;
  });
  // Not painted yet: the old face stays as if nothing had been tried.
  if (!isStill) dataset.typefaces = kept;
  return isStill;
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
