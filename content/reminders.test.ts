import { expect, test } from 'vitest';
import { reminderSteps, reminderWindow } from './reminders.ts';

test.each(Object.entries(reminderSteps))('the steps of %s are in order, and each has its key', (_, steps) => {
  const days = steps.map((step) => step.days);
  expect(days).toEqual([...new Set(days)].sort((one, other) => one - other));
  expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
});

test('a message is reminded of days after its own mail, and a draft twice at most', () => {
  expect(Math.min(...reminderSteps.message.map(({ days }) => days))).toBeGreaterThan(1);
  expect(reminderSteps.draft.length).toBeLessThanOrEqual(2);
});

test('reminders have hours and days in which they go out', () => {
  expect(reminderWindow.from).toBeLessThan(reminderWindow.until);
  expect(reminderWindow.weekdays).not.toEqual([]);
});
