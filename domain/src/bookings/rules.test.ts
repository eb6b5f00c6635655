import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dueCallReminder,
  findFreeTimes,
  findRangeFault,
  isCallAhead,
  isTimeZone,
  mayHold,
  rangesOfDay,
  type Span,
} from './rules.ts';

const MINUTE = 60_000;
const at = (time: string) => Date.parse(`2030-03-04T${time}:00Z`);
const span = (from: string, until: string): Span => ({ from: at(from), until: at(until) });
const clockOf = (times: readonly number[]) => times.map((time) => new Date(time).toISOString().slice(11, 16));
const anyTime = span('00:00', '23:59');

describe('findFreeTimes', () => {
  const rule = { taken: [] as Span[], lengthMinutes: 30, bufferMinutes: 0, between: anyTime };
  it.each([
    ['an open morning', [span('09:00', '10:30')], {}, ['09:00', '09:30', '10:00']],
    ['no hours', [], {}, []],
    ['hours shorter than a call', [span('09:00', '09:29')], {}, []],
    [
      'a call in the middle',
      [span('09:00', '11:00')],
      { taken: [span('09:30', '10:00')] },
      ['09:00', '10:00', '10:30'],
    ],
    [
      'a call with room around it',
      [span('09:00', '12:00')],
      { taken: [span('10:00', '10:30')], bufferMinutes: 15 },
      ['09:00', '11:00', '11:30'],
    ],
    ['a busy day', [span('09:00', '12:00')], { taken: [span('00:00', '23:59')] }, []],
    ['notice', [span('09:00', '11:00')], { between: span('09:10', '23:00') }, ['09:30', '10:00', '10:30']],
    ['the last day', [span('09:00', '11:00')], { between: span('00:00', '10:00') }, ['09:00', '09:30']],
    ['two ranges', [span('14:00', '15:00'), span('09:00', '09:30')], {}, ['09:00', '14:00', '14:30']],
    ['ranges that meet', [span('09:00', '09:30'), span('09:00', '10:00')], {}, ['09:00', '09:30']],
  ])('offers what is free: %s', (_, open, change, expected) => {
    expect(clockOf(findFreeTimes(open, { ...rule, ...change }))).toEqual(expected);
  });

  it('never offers a time that meets a taken one or leaves the hours', () => {
    const spans = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 2_880 }), fc.integer({ min: 1, max: 300 }))
        .map(([from, minutes]) => ({
          from: from * MINUTE,
          until: (from + minutes) * MINUTE,
        })),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        spans,
        spans,
        fc.constantFrom(15, 20, 45),
        fc.integer({ min: 0, max: 60 }),
        (open, taken, lengthMinutes, bufferMinutes) => {
          const between = { from: 100 * MINUTE, until: 2_000 * MINUTE };
          const times = findFreeTimes(open, { taken, lengthMinutes, bufferMinutes, between });
          for (const from of times) {
            const until = from + lengthMinutes * MINUTE;
            expect(open.some((range) => range.from <= from && until <= range.until)).toBe(true);
            expect(from >= between.from && from < between.until).toBe(true);
            for (const other of taken) {
              const gap = Math.max(other.from - until, from - other.until);
              expect(gap).toBeGreaterThanOrEqual(bufferMinutes * MINUTE);
            }
          }
          expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        },
      ),
    );
  });
});

describe('rangesOfDay', () => {
  const hours = [
    { day: 1, from: '09:00', until: '12:00' },
    { day: 2, from: '13:00', until: '17:00' },
    { day: 1, from: '14:00', until: '16:00' },
  ];
  const exceptions = [
    { on: '2030-03-04', ranges: [] },
    { on: '2030-03-06', ranges: [{ from: '10:00', until: '11:00' }] },
  ];
  it.each([
    ['a day of the week', '2030-03-11', 1, ['09:00', '14:00']],
    ['a day off', '2030-03-04', 1, []],
    ['a day with other hours', '2030-03-06', 3, ['10:00']],
    ['a day without hours', '2030-03-07', 4, []],
  ])('are those of %s', (_, day, weekday, expected) => {
    expect(rangesOfDay({ hours, exceptions }, day, weekday).map(({ from }) => from)).toEqual(expected);
  });
});

describe('findRangeFault', () => {
  it.each([
    [[], undefined],
    [
      [
        ['09:00', '12:00'],
        ['12:00', '13:00'],
      ],
      undefined,
    ],
    [[['12:00', '09:00']], 'ends_before_it_begins'],
    [[['09:00', '09:00']], 'ends_before_it_begins'],
    [
      [
        ['11:00', '13:00'],
        ['09:00', '12:00'],
      ],
      'overlaps',
    ],
    [
      [
        ['09:00', '24:00'],
        ['23:00', '23:30'],
      ],
      'overlaps',
    ],
  ])('of %j is %s', (ranges, fault) => {
    expect(findRangeFault(ranges.map(([from = '', until = '']) => ({ from, until })))?.fault).toBe(fault);
  });
});

describe('a booked call', () => {
  const call = {
    status: 'booked' as const,
    startsAt: '2030-03-04T09:00:00.000Z',
    endsAt: '2030-03-04T09:15:00.000Z',
  };
  it.each([
    ['before', '2030-03-04T08:59:59.000Z', true],
    ['while it takes place', '2030-03-04T09:00:00.000Z', false],
    ['when it is over', '2030-03-04T09:15:00.000Z', false],
  ])('%s', (_, now, isAhead) => {
    expect(isCallAhead(call, now)).toBe(isAhead);
    expect(isCallAhead({ ...call, status: 'cancelled' }, now)).toBe(false);
  });
});

describe('mayHold', () => {
  const room = { lengthMinutes: 30, bufferMinutes: 0 };
  const free = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30'].map(at);
  it.each([
    ['one of eight times', [span('09:00', '09:30')], 0, true],
    ['a quarter of them', [span('09:00', '09:30'), span('10:00', '10:30')], 0, true],
    ['more than a quarter', [span('09:00', '09:30'), span('10:00', '11:00')], 0, false],
    ['what is more than a quarter with the room around it', [span('10:00', '10:30')], 15, false],
    ['one time twice', [span('09:00', '09:30'), span('09:00', '09:30'), span('10:00', '10:30')], 0, true],
  ])('judges %s', (_, held, bufferMinutes, expected) => {
    expect(mayHold(free, held, { ...room, bufferMinutes })).toBe(expected);
  });

  it('holds nothing while fewer than four times are free', () => {
    expect(mayHold(free.slice(0, 3), [span('09:00', '09:30')], room)).toBe(false);
  });
});

describe('dueCallReminder', () => {
  const startsAt = '2030-03-04T09:00:00.000Z';
  it.each([
    ['nothing a day and a minute before', '2030-03-01T00:00:00Z', '2030-03-03T08:59:00Z', undefined],
    ['the day’s a day before', '2030-03-01T00:00:00Z', '2030-03-03T09:00:00Z', 24],
    ['the hour’s where both are due', '2030-03-01T00:00:00Z', '2030-03-04T08:10:00Z', 1],
    [
      'nothing where it was arranged after the day’s',
      '2030-03-03T12:00:00Z',
      '2030-03-03T13:00:00Z',
      undefined,
    ],
    ['the hour’s where it was arranged after the day’s', '2030-03-03T12:00:00Z', '2030-03-04T08:00:00Z', 1],
    ['nothing once it begins', '2030-03-01T00:00:00Z', '2030-03-04T09:00:00Z', undefined],
  ])('is %s', (_, arrangedAt, now, expected) => {
    expect(dueCallReminder([24, 1], { startsAt, arrangedAt }, now)).toBe(expected);
  });
});

describe('isTimeZone', () => {
  it.each([
    ['Europe/Berlin', true],
    ['America/Argentina/Buenos_Aires', true],
    ['UTC', true],
    ['Etc/GMT+3', true],
    ['+02:00', false],
    ['Mars/Olympus', false],
    ['', false],
    ['Europe/Berlin\r\nX: y', false],
  ])('of %j is %s', (name, expected) => {
    expect(isTimeZone(name)).toBe(expected);
  });
});
