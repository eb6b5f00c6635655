import { vi } from 'vitest';

/** Stops the page's timers; `advance` moves them. Each poll of the page moves them a little too. Undone by `vi.useRealTimers()`. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
}

/** Moves a stopped clock. Resolves when the page shows what that has changed. */
export async function advance(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
}
