/** The time, as a parameter: everything that expires, waits or is dated asks the clock it was given. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The moment as stored and sent: ISO-8601 in UTC with milliseconds. Such texts sort as the moments do. */
export function isoNow(clock: Clock): string {
  return clock.now().toISOString();
}

/** The moment `seconds` from now (before now when negative), in the form of `isoNow`. */
export function isoIn(clock: Clock, seconds: number): string {
  return new Date(clock.now().getTime() + seconds * 1000).toISOString();
}
