import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSpans } from './open-hours.ts';

const HOUR = 3_600_000;
const everyDay = (from: string, until: string) => [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, until }));
const days = (from: string, until: string) => ({ from: Date.parse(from), until: Date.parse(until) });
const inWords = (spans: ReturnType<typeof openSpans>) =>
  spans.map(({ from, until }) => `${new Date(from).toISOString()} ${(until - from) / HOUR}`);

describe('openSpans', () => {
  const berlin = { zone: 'Europe/Berlin', exceptions: [] };

  it.each([
    ['in winter', '2030-01-07T12:00:00Z', '09:00', '12:00', '2030-01-07T08:00:00.000Z 3'],
    ['in summer', '2030-07-08T12:00:00Z', '09:00', '12:00', '2030-07-08T07:00:00.000Z 3'],
    // The clock goes from 2:00 to 3:00 on March 31, 2030, and from 3:00 to 2:00 on October 27.
    ['over the lost hour', '2030-03-31T12:00:00Z', '01:00', '04:00', '2030-03-31T00:00:00.000Z 2'],
    ['over the repeated hour', '2030-10-27T12:00:00Z', '01:00', '04:00', '2030-10-26T23:00:00.000Z 4'],
    ['from within the lost hour', '2030-03-31T12:00:00Z', '02:30', '05:00', '2030-03-31T01:30:00.000Z 1.5'],
    ['until midnight', '2030-01-07T12:00:00Z', '22:00', '24:00', '2030-01-07T21:00:00.000Z 2'],
  ])('%s are the owner’s hours', (_, on, from, until, expected) => {
    expect(inWords(openSpans({ ...berlin, hours: everyDay(from, until) }, days(on, on)))).toEqual([expected]);
  });

  it('leave out hours that the clock jumps over', () => {
    const hours = everyDay('02:00', '03:00');
    expect(openSpans({ ...berlin, hours }, days('2030-03-31T12:00:00Z', '2030-03-31T12:00:00Z'))).toEqual([]);
  });

  it('read the owner’s days, not those of UTC', () => {
    const hours = [{ day: 1, from: '08:00', until: '09:00' }];
    // Monday morning in Auckland is Sunday evening in UTC.
    const spans = openSpans(
      { zone: 'Pacific/Auckland', hours, exceptions: [] },
      days('2030-07-06T00:00:00Z', '2030-07-09T00:00:00Z'),
    );
    expect(inWords(spans)).toEqual(['2030-07-07T20:00:00.000Z 1']);
  });

  it('take a day off, and other hours, from the exceptions', () => {
    const spans = openSpans(
      {
        ...berlin,
        hours: everyDay('09:00', '10:00'),
        exceptions: [
          { on: '2030-01-08', ranges: [] },
          { on: '2030-01-09', ranges: [{ from: '14:00', until: '15:00' }] },
        ],
      },
      days('2030-01-07T00:00:00Z', '2030-01-09T20:00:00Z'),
    );
    expect(inWords(spans)).toEqual(['2030-01-07T08:00:00.000Z 1', '2030-01-09T13:00:00.000Z 1']);
  });

  it('show the owner’s times on the wall in every zone, but for what a clock’s change moves', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const from = Date.parse('2026-01-01T00:00:00Z');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 3_650 }),
        fc.integer({ min: 0, max: 22 }),
        (zone, day, hour) => {
          const wall = (moment: number) =>
            new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
              moment,
            );
          const opens = `${String(hour).padStart(2, '0')}:00`;
          const closes = `${String(hour + 1).padStart(2, '0')}:00`;
          const start = from + day * 24 * HOUR;
          const spans = openSpans(
            { zone, hours: everyDay(opens, closes), exceptions: [] },
            { from: start, until: start + 4 * 24 * HOUR },
          );
          // At most one of the days has a change of the clock, which can take its hour away.
          expect(spans.length).toBeGreaterThanOrEqual(3);
          const moved = spans.filter((span) => wall(span.from) !== opens || wall(span.until) !== closes);
          expect(moved.length).toBeLessThanOrEqual(1);
          const late = spans.filter((span) => span.until - span.from !== HOUR);
          expect(late.length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 300 },
    );
  });
});
