import { queryClient } from './api/query-client.ts';
import { isPartAwaited, subscribeToAwaitedParts } from './late.tsx';

/** Resolves when the browser is idle. Not every browser can tell. */
const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });

const isBusy = () => queryClient.isFetching() > 0 || isPartAwaited();

/** Resolves when the screen waits for no data and no code. */
const noWaiting = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (isBusy()) return;
      for (const leave of leaves) leave();
      resolve();
    };
    const leaves = [queryClient.getQueryCache().subscribe(look), subscribeToAwaitedParts(look)];
    look();
  });

/**
 * Resolves once the screen has its data and the browser is idle. What isn't needed yet waits for it:
 * on a slow network it would delay what the user waits for.
 */
export async function untilQuiet(): Promise<void> {
  do {
    await noWaiting();
    await idle();
  } while (isBusy());
}
