/** The time, as a parameter: everything that expires, waits or is dated asks the clock it was given. */
export interface Clock {
  now(): Date;
  /** Seconds since an arbitrary start, for intervals within this process: monotonic, unlike `now`. */
  elapsed(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now() / 1000,
};

/** The last moment that was put into words: a call asks for the same one several times. */
let lastMoment = Number.NaN;
let lastText = '';

/** The moment as stored and sent: ISO-8601 in UTC with milliseconds. Such texts sort as the moments do. */
export function isoNow(clock: Clock): string {
  const now = clock.now();
  const moment = now.getTime();
  if (moment !== lastMoment) {
    lastText = now.toISOString();
    lastMoment = moment;
  }
  return lastText;
}

/** The moment `seconds` from now (before now when negative), in the form of `isoNow`. */
export function isoIn(clock: Clock, seconds: number): string {
  return new Date(clock.now().getTime() + seconds * 1000).toISOString();
}

/** How far the clocks of two processes may differ. */
const SKEW_SECONDS = 60;

/**
 * The latest time that a wait of `seconds` can be stored with. A later one was stored before the
 * clock was set back, and counts as past.
 */
export function latestMeant(clock: Clock, seconds: number): string {
  return isoIn(clock, seconds + SKEW_SECONDS);
}

/**
 * Whether a stored moment, in the form of `isoNow`, lies within the last `seconds`. One that is still to come was stored
 * before the clock was set back, and counts as long ago.
 */
export function isWithinLast(clock: Clock, moment: string, seconds: number): boolean {
  const ago = clock.now().getTime() - Date.parse(moment);
  return ago < seconds * 1000 && ago >= -SKEW_SECONDS * 1000;
}
