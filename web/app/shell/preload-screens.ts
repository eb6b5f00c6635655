import { lateParts } from '../lib/late.tsx';
import { untilQuiet } from '../lib/quiet.ts';

interface RouterGlobals {
  __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> };
}

/** What loads the code of the screen's late parts, of the screens in these folders, and of their late parts. */
function* loadsOf(folders: readonly string[]): Generator<() => Promise<unknown>> {
  const { routes = {} } = (window as RouterGlobals).__reactRouterManifest ?? {};
  yield* lateParts;
  for (const [id, route] of Object.entries(routes)) {
    if (!route || !folders.some((folder) => id.startsWith(folder))) continue;
    yield () => import(/* @vite-ignore */ route.module);
  }
  yield* lateParts;
}

/**
 * Loads the code of what is likely to come next, by the prefix of the screens' paths, one by one while
 * the page is quiet: it then opens at once, and without a network too. Returns a function that stops it.
 */
export function preloadScreens(folders: readonly string[]): () => void {
  const leaving = new AbortController();
  const preload = async () => {
    for (const load of loadsOf(folders)) {
      await untilQuiet();
      if (leaving.signal.aborted) return;
      // A module that fails now loads when it is needed.
      await load().catch(() => {});
    }
  };
  void preload();
  return () => leaving.abort();
}
