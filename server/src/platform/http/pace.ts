/** The slowest rate of a transfer, averaged over any window; the first window is its grace. */
export interface Pace {
  bytesPerSecond: number;
  windowMs: number;
}

/** Steps in which the window slides. */
const STEPS = 6;

/**
 * Calls `onTooSlow`, once, when too few bytes have moved within the last window.
 * @param movedBytes all bytes so far
 * @returns a function that stops the watch
 */
export function watchPace(
  { bytesPerSecond, windowMs }: Pace,
  movedBytes: () => number,
  onTooSlow: () => void,
): () => void {
  const due = (bytesPerSecond * windowMs) / 1000;
  const totals = [movedBytes()];
  const timer = setInterval(() => {
    totals.push(movedBytes());
    if (totals.length <= STEPS) return;
    const moved = (totals.at(-1) ?? 0) - (totals.shift() ?? 0);
    if (moved >= due) return;
    clearInterval(timer);
    onTooSlow();
  }, windowMs / STEPS);
  return () => clearInterval(timer);
}
