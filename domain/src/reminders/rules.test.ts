import { describe, expect, test } from 'vitest';
import { dayDistance, dueStep, isInWindow, nextStep, type ReminderWindow, stepRange } from './rules.ts';

// A Sunday.
const ON = '2030-03-10';
const STEPS = [
  { key: 'before', days: -3 },
  { key: 'due', days: 0 },
  { key: 'week', days: 7 },
  { key: 'fortnight', days: 14 },
];
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
    const due = dueStep(STEPS, given, today);
    expect([due.send?.key, due.skip.map(({ key }) => key)]).toEqual([send, skip]);
  });
});

const WEEK: ReminderWindow = { from: 8, until: 18, weekdays: [1, 2, 3, 4, 5], zoneIfUnknown: 'UTC' };

describe('nextStep', () => {
  test.each([
    ['2030-03-01', '2030-03-14', dates(), 'before', '2030-03-07'],
    ['2030-03-07', '2030-03-14', dates(), 'before', '2030-03-07'],
    ['2030-03-08', '2030-03-14', dates(['before']), 'due', '2030-03-11'],
    ['2030-03-09', '2030-03-14', dates(), 'due', '2030-03-11'],
    ['2030-03-11', '2030-03-20', dates([], '2030-03-12'), 'week', '2030-03-18'],
    ['2030-03-01', '2030-03-06', dates(), undefined, undefined],
    ['2030-03-24', '2030-04-24', dates(['before', 'due', 'week', 'fortnight']), undefined, undefined],
  ])('from %s until %s of %j is %s on %s', (from, until, given, key, day) => {
    const next = nextStep({ steps: STEPS, window: WEEK }, given, { from, until });
    expect([next?.step.key, next?.goesOutOn]).toEqual([key, day]);
  });
});

test.each([
  ['2030-03-08', 7, false],
  ['2030-03-08', 8, true],
  ['2030-03-08', 17, true],
  ['2030-03-08', 18, false],
  ['2030-03-09', 12, false],
  ['2030-03-10', 12, false],
  ['2030-03-11', 12, true],
])('isInWindow on %s at %i is %s', (day, hour, expected) => {
  expect(isInWindow(WEEK, { day, hour })).toBe(expected);
});

test.each([
  [0, 'today'],
  [1, 'tomorrow'],
  [-1, 'yesterday'],
  [3, 'in three days'],
  [7, 'in a week'],
  [-7, 'a week ago'],
  [-9, 'nine days ago'],
  [-14, 'two weeks ago'],
  [-17, '17 days ago'],
  [-70, '10 weeks ago'],
])('dayDistance of %i days is "%s"', (days, words) => {
  const day = new Date(Date.UTC(2030, 2, 10 + days)).toISOString().slice(0, 10);
  expect(dayDistance(ON, day)).toBe(words);
});

test('stepRange spans the steps', () => {
  expect(stepRange(STEPS)).toEqual({ first: -3, last: 14 });
});
