import { expect, test } from 'vitest';
import { reconnectDelay } from './follow-live.ts';

test.each([
  [0, 0, 0],
  [0, 1, 1_000],
  [1, 0, 500],
  [1, 1, 1_000],
  [3, 1, 4_000],
  [6, 1, 30_000],
  [60, 0, 15_000],
])('after %i failures, by chance %d, it waits %i ms', (failures, chance, ms) => {
  expect(reconnectDelay(failures, chance)).toBe(ms);
});
