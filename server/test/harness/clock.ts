import { type Clock, systemClock } from '../../src/platform/clock.ts';

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
  set(moment: string): void;
  /** Sets the wall clock wrong, forward or back: no time passes. */
  step(seconds: number): void;
}

export function createTestClock(start = '2026-03-02T09:00:00.000Z'): TestClock {
  let now = Date.parse(start);
  let elapsed = 0;
  const advance = (seconds: number) => {
    now += seconds * 1000;
    elapsed += seconds;
  };
  return {
    now: () => new Date(now),
    elapsed: () => elapsed,
    advance,
    set: (moment) => advance((Date.parse(moment) - now) / 1000),
    step: (seconds) => {
      now += seconds * 1000;
    },
  };
}

/** A clock that goes on as the machine's does: for what is compared with other clocks, however long that takes. */
export function createRunningClock(): TestClock {
  let [ahead, passed] = [0, 0];
  const now = () => new Date(systemClock.now().getTime() + ahead * 1000);
  const advance = (seconds: number) => {
    ahead += seconds;
    passed += seconds;
  };
  return {
    now,
    elapsed: () => systemClock.elapsed() + passed,
    advance,
    set: (moment) => advance((Date.parse(moment) - now().getTime()) / 1000),
    step: (seconds) => {
      ahead += seconds;
    },
  };
}
