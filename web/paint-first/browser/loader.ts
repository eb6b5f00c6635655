import { APP_ID } from '../app-id.ts';
import { bringTypefaces } from '../typefaces.ts';
import { recordForeignChanges } from './foreign-changes.ts';

/*
 * Makes a prerendered page come alive: at the visitor's first input, and without one once it has
 * painted and loaded, or later (`data-comes-alive`, see ../handle.ts). The files that it needs are in
 * the data attributes of this script's own element.
 */
interface RouterGlobals {
  __reactRouterRouteModules?: Record<string, unknown>;
  __reactRouterManifest?: { routes: Record<string, { css?: string[] }> };
}

/** The delay after loading until a waiting page comes alive by itself, in ms: the visitor is reading by then. */
const REST = 5_000;
/** The delay until what was left out of the first layout follows by itself, in ms: the whole page may be captured then. */
const LAYOUT_REST = 1_000;

const { lateStyles, webManifest, entry, manifest, libraries, routes, comesAlive, restores } =
  document.currentScript?.dataset ?? {};
const signs = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin', 'scroll'] as const;
const listening = { capture: true, passive: true };
const load = (file: string): Promise<unknown> => import(/* @vite-ignore */ file);
/** Yields, so that the page can respond to input. */
const pause = () => new Promise((resolve) => setTimeout(resolve));
/** Resolves when the whole page has arrived: its last scripts hand over the router's initial state. */
const parsed = () =>
  document.readyState === 'loading' &&
  new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
const early = window.earlyInput;
let isStarted = false;

/**
 * Lays out the parts skipped while the page arrived (arriving.css), one in each frame: all of them at once
 * is the page's longest task, in the frame that answers the first touch. A click may lead to a place on
 * the page, and a key anywhere: both lay out the rest at once, so that places are where they belong.
 * @param sign the visitor's event that began it, if one did
 * @returns a function that lays out the rest immediately
 */
function layOutRest(sign: unknown): () => void {
  const { dataset } = document.documentElement;
  const parts = document.querySelectorAll<HTMLElement>(`#main section, #${APP_ID} > div > footer`);
  let count = 0;
  const finish = () => {
    count = parts.length;
    removeEventListener('click', finish, true);
    delete dataset.arriving;
    for (const part of parts) part.removeAttribute('style');
  };
  const layOutNext = () => {
    const part = parts[count++];
    if (!part) return finish();
    part.style.contentVisibility = 'visible';
    requestAnimationFrame(layOutNext);
  };
  addEventListener('click', finish, true);
  if (sign instanceof KeyboardEvent || sign instanceof FocusEvent) finish();
  else layOutNext();
  return finish;
}

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel, href });
  document.head.append(link);
  return link;
}

/** A pointer at rest, over which the browser has laid out a page: browsers report that as a move by nothing. */
const isAtRest = (sign: unknown) =>
  sign instanceof PointerEvent && sign.type === 'pointermove' && sign.movementX === 0 && sign.movementY === 0;

async function start(sign?: unknown): Promise<void> {
  if (isAtRest(sign)) return;
  if (isStarted || !lateStyles || !entry || !manifest || !libraries || !routes) return;
  isStarted = true;
  for (const type of signs) removeEventListener(type, start, listening);
  const finishLayout = layOutRest(sign);
  void bringTypefaces();
  const files: [string, string[]][] = Object.entries(JSON.parse(routes));
  const shared: string[] = [...JSON.parse(libraries), manifest];
  // A page carries the classes of its HTML only; what its scripts add may need others.
  const styled = addLink('stylesheet', lateStyles);
  const arrived = new Promise((resolve) => {
    styled.onload = styled.onerror = resolve;
  });
  // Fetched in parallel, run one after the other, so that none blocks the page for long.
  const preloads = [...shared, ...files.flatMap(([, parts]) => parts), entry].map((href) =>
    addLink('modulepreload', href),
  );
  for (const file of shared) {
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

/** Whether the page may wait for a touch (../handle.ts says when). */
function mayWait(): boolean {
  const { known, arriving } = document.documentElement.dataset;
  if (comesAlive === 'after-load' || known !== undefined) return false;
  if (comesAlive === 'on-touch') return true;
  // A returning visitor finds what the browser, the history and this tab have kept.
  if (location.search || arriving === undefined) return false;
  try {
    return !restores || sessionStorage.getItem(restores) === null;
  } catch {
    return true;
  }
}

/** Resolves when the browser is idle, where it can report that. */
const startWhenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(start) : start());

/** Resolves when the first words have reached the screen, which can be frames after the browser has drawn them. */
const shown = new Promise<void>((resolve) => {
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
  }).observe({ type: 'paint', buffered: true });
});

/** Once, after the next visible paint; after a short while if the tab isn't painted. */
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
    if (webManifest) addLink('manifest', webManifest);
  });
  if (mayWait()) {
    setTimeout(() => isStarted || layOutRest(undefined), LAYOUT_REST);
    setTimeout(startWhenIdle, REST);
  } else afterPaint(start);
}

// This script follows the application's part of the page: all of that is there, as it was written.
const app = document.getElementById(APP_ID);
if (app) recordForeignChanges(app);
for (const type of signs) addEventListener(type, start, listening);
if (early) early.onInput = start;
if (early?.button || early?.fields.size) void start();
addEventListener('load', startAfterLoad);
