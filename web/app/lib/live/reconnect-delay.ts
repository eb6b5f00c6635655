const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** After a stream that the server ended on purpose, as when it is replaced: soon, but not all browsers at once. */
const RETURN_MS = 1_000;

/**
 * Milliseconds until the next attempt to open the stream: longer with each failure in a row, and spread, so that a server
 * that comes back is not met by everybody at once.
 * @param chance 0 to 1
 */
export function reconnectDelay(failures: number, chance: number): number {
  if (failures === 0) return Math.round(RETURN_MS * chance);
  const longest = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return Math.round(longest * (0.5 + chance / 2));
}
