/** A moment by both clocks of a reader: one stops while a device sleeps, the other can be set back or forward. */
export interface Moment {
  /** Milliseconds of a clock that only runs on. */
  ticks: number;
  /** Milliseconds of the device's time of day. */
  time: number;
}

/** What each block of the stream begins with: a comment with the moment of its event, in ms of any clock of the server's. */
export const sentAtComment = (ms: number): string => `: ${Math.floor(ms)}\n`;

/** The moment in a block's comment; undefined where it has none. */
export function readSentAt(block: string): number | undefined {
  const ms = /^: (\d{1,16})$/m.exec(block)?.[1];
  return ms === undefined ? undefined : Number(ms);
}

/**
 * Measures how late one stream is read. A page that was frozen in the background reads what has lain waiting as if it came now,
 * and learns only then that the stream has ended: all that happened since the sending is what it has missed.
 *
 * The clocks of both sides need not agree: the block that took the least time from the one to the other counts as read at once.
 * @returns the milliseconds between a block's moment and now, more than the least so far
 */
export function createLateness(): (sentAt: number, now: Moment) => number {
  const least: Moment = { ticks: Number.POSITIVE_INFINITY, time: Number.POSITIVE_INFINITY };
  return (sentAt, now) => {
    least.ticks = Math.min(least.ticks, now.ticks - sentAt);
    least.time = Math.min(least.time, now.time - sentAt);
    return Math.max(now.ticks - sentAt - least.ticks, now.time - sentAt - least.time);
  };
}
