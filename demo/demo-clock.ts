import type { Clock } from '../server/src/platform/clock.ts';

/** A clock that stands still until it is moved on: a year passes in seconds. */
export interface DemoClock extends Clock {
  /** Moves on to a moment, in milliseconds since 1970. Never back. */
  moveTo(moment: number): void;
}

export function createDemoClock(start: number): DemoClock {
  let now = start;
  return {
    now: () => new Date(now),
    elapsed: () => (now - start) / 1000,
    moveTo(moment) {
      now = Math.max(now, moment);
    },
  };
}
