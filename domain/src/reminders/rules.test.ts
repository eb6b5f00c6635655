import { describe, expect, test } from 'vitest';
import { dueStep, nextStep, REMINDER_STEPS } from './rules.ts';

const ON = '2030-03-10';
const dates = (done: readonly string[] = [], since = '2030-01-01') => ({ on: ON, since, done });

describe('dueStep', () => {
  test.each<[string, string, ReturnType<typeof dates>, string | undefined, string[]]>([
    ['nothing four days before', '2030-03-06', dates(), undefined, []],
    ['the first three days before', '2030-03-07', dates(), 'before', []],
    ['nothing again on the same day', '2030-03-07', dates(['before']), undefined, []],
    ['the one on the day', '2030-03-10', dates(['before']), 'due', []],
    [
      'the newest after a pause, and passes over the others',
      '2030-03-18',
      dates(['before']),
      'week',
      ['due'],
    ],
    ['the last', '2030-03-24', dates(['before', 'due', 'week']), 'fortnight', []],
    ['nothing after the last', '2031-01-01', dates(['before', 'due', 'week', 'fortnight']), undefined, []],
    [
      'nothing on the day on which it began',
      '2030-03-10',
      dates([], '2030-03-10'),
      undefined,
      ['before', 'due'],
    ],
    ['what comes after it began', '2030-03-17', dates([], '2030-03-12'), 'week', ['before', 'due']],
  ])('sends %s', (_what, today, given, send, skip) => {
    const due = dueStep('invoice', given, today);
    expect([due.send?.key, due.skip.map(({ key }) => key)]).toEqual([send, skip]);
  });
});

test.each([
  ['2030-03-01', dates(), 'before', '2030-03-07'],
  ['2030-03-07', dates(['before']), 'due', '2030-03-10'],
  ['2030-03-07', dates(), 'due', '2030-03-10'],
  ['2030-03-10', dates([], '2030-03-12'), 'week', '2030-03-17'],
  ['2030-03-24', dates(), undefined, undefined],
])('nextStep after %s of %j is %s on %s', (today, given, key, day) => {
  const next = nextStep('invoice', given, today);
  expect([next?.step.key, next?.goesOutOn]).toEqual([key, day]);
});

test('the steps of each kind are in order', () => {
  for (const steps of Object.values(REMINDER_STEPS)) {
    const days = steps.map((step) => step.days);
    expect(days).toEqual([...days].sort((one, other) => one - other));
    expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
  }
});
