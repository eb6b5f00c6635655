import { describe, expect, it, test } from 'vitest';
import {
  addDays,
  addMonths,
  dateHabits,
  fullDayName,
  isDay,
  monthName,
  monthWeeks,
  parseTypedDay,
  weekAround,
  weekdayNames,
} from './calendar-days.ts';

const MONDAY = 1;
const SUNDAY = 7;

test.each([
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2026-13-01', false],
  ['2026-11-2', false],
  ['', false],
  ['tomorrow', false],
])('%j is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test.each([
  ['2026-11-21', 1, '2026-11-22'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
  // The clocks change that night, somewhere.
  ['2026-10-25', 1, '2026-10-26'],
  ['2199-12-31', 7, '2199-12-31'],
  ['1900-01-01', -1, '1900-01-01'],
])('%s and %i days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});

test.each([
  ['2026-11-21', 1, '2026-12-21'],
  ['2026-12-21', 1, '2027-01-21'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2027-03-31', -1, '2027-02-28'],
  ['2027-01-15', -1, '2026-12-15'],
  ['2199-12-31', 12, '2199-12-31'],
])('%s and %i months is %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected);
});

test.each([
  ['2026-11-21', MONDAY, ['2026-11-16', '2026-11-22']],
  ['2026-11-21', SUNDAY, ['2026-11-15', '2026-11-21']],
  ['2026-11-22', SUNDAY, ['2026-11-22', '2026-11-28']],
  ['2026-11-22', MONDAY, ['2026-11-16', '2026-11-22']],
  ['2026-11-21', 6, ['2026-11-21', '2026-11-27']],
])('the week around %s that begins with weekday %i is %j', (day, firstWeekday, week) => {
  expect(weekAround(day, firstWeekday)).toEqual(week);
});

describe('the weeks of a month', () => {
  const shape = (day: string, firstWeekday: number) =>
    monthWeeks(day, firstWeekday).map((week) => week.map((each) => each?.slice(8) ?? '--').join(' '));

  it('begin where the language has it', () => {
    expect(shape('2026-11-21', MONDAY)).toEqual([
      '-- -- -- -- -- -- 01',
      '02 03 04 05 06 07 08',
      '09 10 11 12 13 14 15',
      '16 17 18 19 20 21 22',
      '23 24 25 26 27 28 29',
      '30 -- -- -- -- -- --',
    ]);
    expect(shape('2026-11-01', SUNDAY).at(0)).toBe('01 02 03 04 05 06 07');
    expect(weekdayNames(SUNDAY)[0]).toBe('Sunday');
    expect(weekdayNames(MONDAY).at(-1)).toBe('Sunday');
  });

  it.each(['2027-02-10', '2028-02-10', '2026-12-31', '2026-05-31'])('have every day of %s once', (day) => {
    for (const firstWeekday of [MONDAY, 6, SUNDAY]) {
      const days = monthWeeks(day, firstWeekday).flat().filter(Boolean);
      const length = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
      expect(days).toHaveLength(length);
      expect(new Set(days).size).toBe(length);
    }
  });
});

it('says days and months in words', () => {
  expect(monthName('2031-03-01')).toBe('March 2031');
  expect(fullDayName('2031-03-01')).toBe('Saturday, March 1, 2031');
});

test.each([
  ['en-US', { firstWeekday: SUNDAY, isDayFirst: false }],
  ['en-GB', { firstWeekday: MONDAY, isDayFirst: true }],
  ['de', { firstWeekday: MONDAY, isDayFirst: true }],
  ['ja', { firstWeekday: SUNDAY, isDayFirst: false }],
])('in %s dates are %j', (language, habits) => {
  expect(dateHabits(language)).toEqual(habits);
});

describe('what was typed', () => {
  const read = (text: string, isDayFirst = false) => parseTypedDay(text, { today: '2026-11-21', isDayFirst });

  test.each([
    ['2031-03-01', '2031-03-01'],
    ['2031/3/1', '2031-03-01'],
    ['March 1, 2031', '2031-03-01'],
    ['Mar 1, 2031', '2031-03-01'],
    ['Sat, Mar 1, 2031', '2031-03-01'],
    ['Saturday the 1st of March 2031', '2031-03-01'],
    ['1 sept. 2031', '2031-09-01'],
    ['2031 March 1', '2031-03-01'],
    ['1.3.2031', '2031-03-01'],
    ['1.3.31', '2031-03-01'],
    ['3/1/2031', '2031-03-01'],
    // Without a year: the next one.
    ['Dec 24', '2026-12-24'],
    ['21 November', '2026-11-21'],
    ['20 November', '2027-11-20'],
    ['1/31', '2027-01-31'],
    ['29 Feb', undefined],
    ['February 30, 2031', undefined],
    ['13/1/2031', undefined],
    ['March 2031', undefined],
    ['March', undefined],
    ['12', undefined],
    ['3/1/203', undefined],
    ['1 2 3 4', undefined],
    ['May June 1', undefined],
    ['soon', undefined],
    ['in 3 weeks', undefined],
    ['', undefined],
  ])('as %j is %s', (text, day) => {
    expect(read(text)).toBe(day);
  });

  it('has its numbers in the order of the language', () => {
    expect(read('3/1/2031', true)).toBe('2031-01-03');
    expect(read('31/1/2031', true)).toBe('2031-01-31');
  });
});
