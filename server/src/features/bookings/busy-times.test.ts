import { describe, expect, it } from 'vitest';
import { readInThread } from '../../calendar-thread.ts';
import { readBusyTimes } from './busy-times.ts';
import { CALENDAR_CASES } from './calendar-cases.ts';

const between = { from: Date.parse('2030-03-01T00:00:00Z'), until: Date.parse('2030-05-01T00:00:00Z') };

function calendarOf(...events: readonly (readonly string[])[]): string {
  const parts = events.flatMap((lines, n) => [
    'BEGIN:VEVENT',
    ...(lines.some((line) => line.startsWith('UID')) ? [] : [`UID:event-${n}`]),
    'DTSTAMP:20300101T000000Z',
    ...lines,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...parts, 'END:VCALENDAR', ''].join('\r\n');
}

const busyIn = (...events: readonly (readonly string[])[]) =>
  inWords(readBusyTimes({ text: calendarOf(...events), between, zone: 'Europe/Berlin', addresses: [] }));
const inWords = (spans: ReturnType<typeof readBusyTimes>) =>
  spans.map(({ from, until }) => {
    const words = (moment: number) => new Date(moment).toISOString().slice(5, 16);
    return `${words(from)} ${words(until)}`;
  });

describe('readBusyTimes', () => {
  it.each([
    ['in UTC', ['DTSTART:20300304T090000Z', 'DTEND:20300304T100000Z'], ['03-04T09:00 03-04T10:00']],
    ['by its duration', ['DTSTART:20300304T090000Z', 'DURATION:PT90M'], ['03-04T09:00 03-04T10:30']],
    [
      'in a zone',
      ['DTSTART;TZID=America/New_York:20300304T090000', 'DTEND;TZID=America/New_York:20300304T100000'],
      ['03-04T14:00 03-04T15:00'],
    ],
    [
      'in a zone as Windows calls it',
      ['DTSTART;TZID=W. Europe Standard Time:20300304T090000', 'DURATION:PT1H'],
      ['03-04T08:00 03-04T09:00'],
    ],
    [
      'without a zone: in the owner’s',
      ['DTSTART:20300304T090000', 'DURATION:PT1H'],
      ['03-04T08:00 03-04T09:00'],
    ],
    [
      'in a zone that nobody knows: in the owner’s',
      ['DTSTART;TZID=/evolution.example/Tzfile/Home:20300304T090000', 'DURATION:PT1H'],
      ['03-04T08:00 03-04T09:00'],
    ],
    [
      'in a zone that is a distance from UTC',
      ['DTSTART;TZID="(UTC+05:30) Somewhere":20300304T090000', 'DURATION:PT1H'],
      ['03-04T03:30 03-04T04:30'],
    ],
    ['for the owner’s whole day', ['DTSTART;VALUE=DATE:20300304'], ['03-03T23:00 03-04T23:00']],
    [
      'over the day the clock changes',
      ['DTSTART;VALUE=DATE:20300331', 'DTEND;VALUE=DATE:20300401'],
      ['03-30T23:00 03-31T22:00'],
    ],
    [
      'each week, at the same time on the wall',
      ['DTSTART;TZID=Europe/Berlin:20300325T090000', 'DURATION:PT30M', 'RRULE:FREQ=WEEKLY;COUNT=2'],
      ['03-25T08:00 03-25T08:30', '04-01T07:00 04-01T07:30'],
    ],
    [
      'but on days that are taken out',
      [
        'DTSTART;TZID=Europe/Berlin:20300401T090000',
        'DURATION:PT30M',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE;TZID=Europe/Berlin:20300402T090000',
      ],
      ['04-01T07:00 04-01T07:30', '04-03T07:00 04-03T07:30'],
    ],
    ['not when it is cancelled', ['DTSTART:20300304T090000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'], []],
    [
      'not when it is marked as free',
      ['DTSTART:20300304T090000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'],
      [],
    ],
    [
      'not when Outlook marks it so',
      ['DTSTART:20300304T090000Z', 'DURATION:PT1H', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'],
      [],
    ],
    ['not before the days that matter', ['DTSTART:20290304T090000Z', 'DURATION:PT1H'], []],
    ['not without an end', ['DTSTART:20300304T090000Z'], []],
    ['not without a beginning', ['SUMMARY:x'], []],
  ])('is busy %s', (_, event, expected) => {
    expect(busyIn(event)).toEqual(expected);
  });

  it('follows one meeting of many that was moved', () => {
    expect(
      busyIn(
        ['UID:a', 'DTSTART:20300401T090000Z', 'DURATION:PT30M', 'RRULE:FREQ=WEEKLY;COUNT=2'],
        ['UID:a', 'RECURRENCE-ID:20300408T090000Z', 'DTSTART:20300409T150000Z', 'DURATION:PT1H'],
      ),
    ).toEqual(['04-01T09:00 04-01T09:30', '04-09T15:00 04-09T16:00']);
  });

  it('follows meetings of a series of which the rest isn’t there', () => {
    expect(
      busyIn(
        ['UID:a', 'RECURRENCE-ID:20300401T090000Z', 'DTSTART:20300401T090000Z', 'DURATION:PT30M'],
        ['UID:a', 'RECURRENCE-ID:20300408T090000Z', 'DTSTART:20300408T150000Z', 'DURATION:PT1H'],
        [
          'UID:a',
          'RECURRENCE-ID:20300415T090000Z',
          'DTSTART:20300415T090000Z',
          'DURATION:PT1H',
          'STATUS:CANCELLED',
        ],
      ),
    ).toEqual(['04-01T09:00 04-01T09:30', '04-08T15:00 04-08T16:00']);
  });

  it('joins times that touch, so that few are kept', () => {
    const half = (time: string) => [`DTSTART:20300304T${time}00Z`, 'DURATION:PT30M'];
    expect(busyIn(half('0930'), half('0900'), half('0915'), half('1030'))).toEqual([
      '03-04T09:00 03-04T10:00',
      '03-04T10:30 03-04T11:00',
    ]);
  });

  it.each(CALENDAR_CASES)('reads $name', ({ lines, busy }) => {
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
    const addresses = ['ada@studio.example'];
    const spans = readBusyTimes({ text, between, zone: 'Europe/Berlin', addresses });
    expect(inWords(spans)).toEqual(busy);
  });

  it('throws for what is no calendar', () => {
    for (const text of ['', '<!doctype html>', '{"a":1}']) {
      expect(() => readBusyTimes({ text, between, zone: 'UTC', addresses: [] })).toThrow('no calendar');
    }
  });
});

describe('readInThread', () => {
  const read = (text: string, ms = 20_000) => readInThread({ text, between, zone: 'UTC', addresses: [] }, ms);

  it('reads a calendar, with whatever is in it', async () => {
    const text = calendarOf(
      ['UID:__proto__', 'DTSTART:20300304T090000Z', 'DURATION:PT1H'],
      ['UID:constructor', `SUMMARY:${'x'.repeat(100_000)}`, 'DTSTART:20300305T090000Z', 'DURATION:PT1H'],
    );
    expect(inWords(await read(text))).toEqual(['03-04T09:00 03-04T10:00', '03-05T09:00 03-05T10:00']);
  });

  it('security: ends on rules that never do, and on what is no calendar', async () => {
    const endless = calendarOf(['DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY']);
    await expect(read(endless, 1_500)).rejects.toThrow(/Its file (takes too long|isn’t a calendar)/);
    await expect(read('<html>')).rejects.toThrow('Its file isn’t a calendar that can be read.');
  });
});
