import { describe, expect, it } from 'vitest';
import { groupByDay } from './call-times.ts';

const plain = (text: string) => text.replaceAll('\u202f', ' ');
const inWords = (times: string[], zone: string) =>
  groupByDay(times, zone).map(
    ({ day, label, times: ofDay }) => `${day} ${label}: ${ofDay.map((each) => plain(each.label)).join(', ')}`,
  );

describe('groupByDay', () => {
  it.each([
    ['Europe/Berlin', ['2030-03-06 Wednesday, March 6: 9:00 AM', '2030-03-07 Thursday, March 7: 12:30 AM']],
    ['America/New_York', ['2030-03-06 Wednesday, March 6: 3:00 AM, 6:30 PM']],
    [
      'Pacific/Auckland',
      ['2030-03-06 Wednesday, March 6: 9:00 PM', '2030-03-07 Thursday, March 7: 12:30 PM'],
    ],
  ])('has the days and times of %s', (zone, expected) => {
    expect(inWords(['2030-03-06T08:00:00.000Z', '2030-03-06T23:30:00.000Z'], zone)).toEqual(expected);
  });

  it('names the zone of times that the clock repeats', () => {
    const times = ['2030-10-27T00:30:00.000Z', '2030-10-27T01:30:00.000Z', '2030-10-27T02:30:00.000Z'];
    expect(inWords(times, 'Europe/Berlin')).toEqual([
      '2030-10-27 Sunday, October 27: 2:30 AM GMT+2, 2:30 AM GMT+1, 3:30 AM',
    ]);
  });
});
