/*
 * Modules that load late, and the handling of one that fails: this asks for it again until the
 * server answers, while the page stays as it is. `loadRouteModule` replaces React Router's own
 * (paint-first/vite.ts), which reloads the page at once and leaves a user without a
 * network on the browser's error page. It becomes part of the router's file, so it imports a few
 * lines alone.
 */

import { createStore } from './storage/store.ts';

/** How often the page pings the server while a module is missing, in ms. */
const PAUSE_MS = 5_000;

const wakers = new Set<() => void>();
const missing = createStore(0);

const count = (change: 1 | -1) => missing.set(missing.get() + change);

/** Whether a module is missing and the server unreachable. */
export const isPartMissing = (): boolean => missing.get() > 0;

export const subscribeToMissingParts = missing.subscribe;

/** Asks for the missing modules now instead of after the pause. */
export function retryMissingParts(): void {
  for (const wake of wakers) wake();
  wakers.clear();
}

/** Whether the server answers: the browser's own network state may be wrong either way. */
const isAnswering = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Resolves once the server answers; until then a module counts as missing. */
export async function reachServer(): Promise<void> {
  if (await isAnswering()) return;
  count(1);
  do {
    await new Promise<void>((resolve) => {
      wakers.add(resolve);
      addEventListener('online', () => resolve(), { once: true });
      setTimeout(resolve, PAUSE_MS);
    });
  } while (!(await isAnswering()));
  count(-1);
}

/** What React Router keeps in the window. */
interface RouterGlobals {
  __reactRouterManifest?: { version: string };
  __reactRouterDataRouter?: {
    state: { navigation: { location?: { pathname: string; search: string; hash: string } } };
  };
}

/** The tab's storage has the version under it for which the page was loaded again. */
const RELOADED_KEY = 'atelier:reloaded';

/**
 * Loads the page that is being opened, or else the present one, from the server, which has a newer version. Once for each
 * version: a file that stays missing would otherwise have it load forever.
 * @returns whether it does
 */
function loadAgain(): boolean {
  const { __reactRouterManifest: manifest, __reactRouterDataRouter: router } = window as RouterGlobals;
  const version = manifest?.version ?? '';
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === version) return false;
    sessionStorage.setItem(RELOADED_KEY, version);
  } catch {
    // Storage is switched off: nothing would end the loading.
    return false;
  }
  const { pathname, search, hash } = router?.state.navigation.location ?? location;
  // A place on the page that is open would only be scrolled to.
  if (pathname === location.pathname && search === location.search) location.reload();
  else location.assign(pathname + search + hash);
  return true;
}

/**
 * Loads a module, however long it takes to reach the server. If the server answers but no longer
 * has the module, a newer version was published, and the page wanted is loaded from the server.
 */
export async function arrive<Part>(load: () => Promise<Part>): Promise<Part> {
  let isLeaving = false;
  const leave = () => {
    isLeaving = true;
  };
  addEventListener('beforeunload', leave);
  try {
    return await load();
  } catch {
    // Firefox stops loading once another page is being opened: loading this one again would replace that.
    if (isLeaving) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await reachServer();
    return load().catch((error: unknown) => {
      if (!loadAgain()) throw error;
      return new Promise<never>(() => {});
    });
  } finally {
    removeEventListener('beforeunload', leave);
  }
}

/**
 * Loads the code that a press needs. Without a network it fails at once and doesn't request the module:
 * Firefox remembers a failed module, and would fail every later press too.
 * @throws TypeError while the server is out of reach
 */
export async function loadNow<Part>(load: () => Promise<Part>): Promise<Part> {
  if (!navigator.onLine && !(await isAnswering())) throw new TypeError('The server is out of reach.');
  return load();
}

/**
 * As React Router calls it: the module of a route, from the cache that it keeps.
 * @public
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  cache: Record<string, unknown>,
): Promise<unknown> {
  cache[route.id] ??= await arrive(() => import(/* @vite-ignore */ route.module));
  return cache[route.id];
}
