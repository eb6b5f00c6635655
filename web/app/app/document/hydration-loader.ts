/*
 * Brings a prerendered page to life once it has been painted and loaded, or at the first sign of a person.
 * Which files that takes stands in the data attributes of this script's own element.
 */
interface RouterGlobals {
  __reactRouterRouteModules?: Record<string, unknown>;
  __reactRouterManifest?: { routes: Record<string, { css?: string[] }> };
}

const { entry, manifest, first, routes } = document.currentScript?.dataset ?? {};
const signs = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'scroll'] as const;
const load = (file: string): Promise<unknown> => import(/* @vite-ignore */ file);
/** Lets the page answer to a person in between. */
const pause = () => new Promise((resolve) => setTimeout(resolve));
let isStarted = false;

async function start(): Promise<void> {
  if (isStarted || !entry || !manifest || !first || !routes) return;
  isStarted = true;
  for (const sign of signs) removeEventListener(sign, start);
  const files: [string, string[]][] = Object.entries(JSON.parse(routes));
  const libraries: string[] = JSON.parse(first);
  // All are fetched at once; run one after the other, so that none holds the page up for long.
  const preloads = [...libraries, manifest, ...files.flatMap(([, parts]) => parts), entry].map((href) =>
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
  );
  document.head.append(...preloads);
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
  await load(entry);
}

/** After the next paint; in any case before long, where a tab is not painted at all. */
function startAfterPaint(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  setTimeout(start, 2_000);
}

for (const sign of signs) addEventListener(sign, start, { passive: true });
if (document.readyState === 'complete') startAfterPaint();
else addEventListener('load', startAfterPaint);
