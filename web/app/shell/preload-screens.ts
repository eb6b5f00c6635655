interface RouterGlobals {
  __reactRouterManifest?: { routes: Record<string, { module: string } | undefined> };
}

/** Resolves when the page is idle. Not every browser can tell. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });

/**
 * Loads the code of likely next screens, by the prefix of their modules' paths, one by one while
 * the page is idle: they then open at once, and without a network too. Returns a function that
 * stops it.
 */
export function preloadScreens(folders: readonly string[]): () => void {
  const leaving = new AbortController();
  const preload = async () => {
    const { routes = {} } = (window as RouterGlobals).__reactRouterManifest ?? {};
    for (const [id, route] of Object.entries(routes)) {
      if (!route || !folders.some((folder) => id.startsWith(folder))) continue;
      await idle();
      if (leaving.signal.aborted) return;
      // A module that fails now loads when it is needed.
      await import(/* @vite-ignore */ route.module).catch(() => {});
    }
  };
  void preload();
  return () => leaving.abort();
}
