/*
 * Brings a prerendered page to life once it has been painted and loaded, or at the first sign of a person.
 * Which files that takes stands in the data attributes of this script's own element.
 */
interface RouterGlobals {
  __reactRouterRouteModules?: Record<string, unknown>;
  __reactRouterManifest?: { routes: Record<string, { css?: string[] }> };
}

const { entry, manifest, routes } = document.currentScript?.dataset ?? {};
const signs = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'scroll'] as const;
const load = (file: string): Promise<unknown> => import(/* @vite-ignore */ file);
let isStarted = false;

async function start(): Promise<void> {
  if (isStarted || !entry || !manifest || !routes) return;
  isStarted = true;
  for (const sign of signs) removeEventListener(sign, start);
  const files = Object.entries<string[]>(JSON.parse(routes));
  const modules = Promise.all(
    files.map(async ([id, parts]) => {
      const loaded = await Promise.all(parts.map(load));
      return [id, Object.assign({}, ...loaded)];
    }),
  );
  const [found] = await Promise.all([modules, load(manifest)]);
  const globals = window as RouterGlobals;
  globals.__reactRouterRouteModules = Object.fromEntries(found);
  // The page has its stylesheet inside it; the router would fetch the file again, and wait, on leaving the page.
  delete globals.__reactRouterManifest?.routes.root?.css;
  await load(entry);
}

for (const sign of signs) addEventListener(sign, start, { passive: true });
if (document.readyState === 'complete') setTimeout(start);
else addEventListener('load', () => setTimeout(start));
