import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../test/harness/clock.ts';
import { isoIn, isWithinLast } from './clock.ts';

describe('isWithinLast', () => {
  const clock = createTestClock();
  it.each([
    [-299.999, true],
    [-300, false],
    [-301, false],
    [0, true],
    [60, true],
    [60.001, false],
  ])('answers for a moment %s seconds from now: %s', (seconds, isWithin) => {
    expect(isWithinLast(clock, isoIn(clock, seconds), 300)).toBe(isWithin);
  });
});
