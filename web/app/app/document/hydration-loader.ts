import { ENQUIRY_KEY, SESSION_KEYS } from '../../lib/storage-keys.ts';
import { layOutRest } from './lay-out-rest.ts';
import { bringTypefaces } from './typefaces.ts';
import { WEB_MANIFEST } from './web-manifest-address.ts';

/*
 * Brings a prerendered page to life: at the first sign of a person, and without one once it has been painted and loaded.
 * A page to be read or filled in (`data-waits`) leaves a stranger alone for longer. Which files it takes stands in the data attributes
 * of this script's own element.
 */
interface RouterGlobals {
  __reactRouterRouteModules?: Record<string, unknown>;
  __reactRouterManifest?: { routes: Record<string, { css?: string[] }> };
}

/** How long after loading a page that waits comes to life by itself, in ms: whoever opened it is reading by then. */
const REST = 5_000;

const { styles, entry, manifest, first, routes, waits, readsAddress } = document.currentScript?.dataset ?? {};
const signs = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin', 'scroll'] as const;
const listening = { capture: true, passive: true };
const load = (file: string): Promise<unknown> => import(/* @vite-ignore */ file);
/** Lets the page answer to a person in between. */
const pause = () => new Promise((resolve) => setTimeout(resolve));
/** Resolves when all of the page is there: its last scripts hand over what the router starts from. */
const parsed = () =>
  document.readyState === 'loading' &&
  new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
const early = window.earlyInput;
let isStarted = false;

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href });
  document.head.append(link);
  return link;
}

async function start(sign?: unknown): Promise<void> {
  if (isStarted || !styles || !entry || !manifest || !first || !routes) return;
  isStarted = true;
  for (const type of signs) removeEventListener(type, start, listening);
  const finishLayout = layOutRest(sign);
  void bringTypefaces();
  const files: [string, string[]][] = Object.entries(JSON.parse(routes));
  const libraries: string[] = JSON.parse(first);
  // A page carries the classes of its HTML only; what its scripts add may need others.
  const styled = addLink('stylesheet', styles);
  const arrived = new Promise((resolve) => {
    styled.onload = styled.onerror = resolve;
  });
  // All are fetched at once; run one after the other, so that none holds the page up for long.
  const preloads = [...libraries, manifest, ...files.flatMap(([, parts]) => parts), entry].map((href) =>
    addLink('modulepreload', href),
  );
  for (const file of [...libraries, manifest]) {
    await load(file);
    await pause();
  }
  const found: Record<string, unknown> = {};
  for (const [id, parts] of files) {
    found[id] = Object.assign({}, ...(await Promise.all(parts.map(load))));
    await pause();
  }
  const globals = window as RouterGlobals;
  globals.__reactRouterRouteModules = found;
  // The page has its stylesheet inside it; the router would fetch the file again, and wait, on leaving the page.
  delete globals.__reactRouterManifest?.routes.root?.css;
  // React must find the document as it was written.
  for (const link of preloads) link.remove();
  await Promise.all([parsed(), arrived]);
  finishLayout();
  await load(entry);
}

/** Whether this browser has or had a session: the page then has to find out what has become of it. */
function isKnown(): boolean {
  if (document.documentElement.dataset.hint) return true;
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(SESSION_KEYS));
  } catch {
    return false;
  }
}

/**
 * Whether the page has something to show that its HTML does not: by its address, by how one came to it (whoever comes back
 * finds what the browser and the history kept), or from words kept in this tab.
 */
function hasMoreToShow(): boolean {
  if (readsAddress === undefined) return false;
  if (location.search || document.documentElement.dataset.arriving === undefined) return true;
  try {
    return sessionStorage.getItem(ENQUIRY_KEY) !== null;
  } catch {
    return false;
  }
}

/** When nothing else is to be done. Not every browser can tell. */
const startWhenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : start());

/** Resolves when the first words have reached the screen, which can be frames after the browser has drawn them. */
const shown = new Promise<void>((resolve) => {
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
  }).observe({ type: 'paint', buffered: true });
});

/** Once, when the next paint can be seen; in any case before long, where a tab is not painted at all. */
function afterPaint(act: () => void): void {
  let isDone = false;
  const actOnce = () => {
    if (!isDone) act();
    isDone = true;
  };
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => shown.then(actOnce))));
  setTimeout(actOnce, 2_000);
}

function startAfterLoad(): void {
  afterPaint(() => {
    void bringTypefaces();
    addLink('manifest', WEB_MANIFEST);
  });
  if (waits && !isKnown() && !hasMoreToShow()) setTimeout(startWhenIdle, REST);
  else afterPaint(start);
}

for (const type of signs) addEventListener(type, start, listening);
if (early) early.onInput = start;
if (early?.button || early?.fields.size) void start();
addEventListener('load', startAfterLoad);
