import type { Clock } from '../src/platform/clock.ts';

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
  set(moment: string): void;
}

export function createTestClock(start = '2026-03-02T09:00:00.000Z'): TestClock {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1000;
    },
    set: (moment) => {
      now = Date.parse(moment);
    },
  };
}
