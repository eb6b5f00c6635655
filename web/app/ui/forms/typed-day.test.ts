import { describe, expect, it, test } from 'vitest';
import { isDay } from '../../lib/format.ts';
import { dateHabits, parseTypedDay } from './typed-day.ts';

const SUNDAY = 0;
const MONDAY = 1;

test.each([
  ['2026-11-21', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2026-13-01', false],
  ['2026-11-2', false],
  ['', false],
  ['tomorrow', false],
])('isDay(%j) is %s', (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

test.each([
  ['en-US', { firstWeekday: SUNDAY, isDayFirst: false }],
  ['en-GB', { firstWeekday: MONDAY, isDayFirst: true }],
  ['de', { firstWeekday: MONDAY, isDayFirst: true }],
  ['ja', { firstWeekday: SUNDAY, isDayFirst: false }],
])('dateHabits(%j) is %j', (language, habits) => {
  expect(dateHabits(language)).toEqual(habits);
});

describe('parseTypedDay', () => {
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
  ])('reads %j as %s', (text, day) => {
    expect(read(text)).toBe(day);
  });

  it('reads the day before the month in languages that do', () => {
    expect(read('3/1/2031', true)).toBe('2031-01-03');
    expect(read('31/1/2031', true)).toBe('2031-01-31');
  });
});
