import { describe, expect, it } from 'vitest';
import { timeZoneChoices, zoneOffset } from './time-questions.tsx';

describe('the time zone options', () => {
  it.each([
    ['the chosen one and the own first', 'Asia/Tokyo', 'Europe/Berlin', ['Asia/Tokyo', 'Europe/Berlin']],
    ['once, where both are the same', 'Europe/Berlin', 'Europe/Berlin', ['Europe/Berlin']],
    ['the own alone', '', 'Europe/Berlin', ['Europe/Berlin']],
    ['a chosen one that the browser does not know', 'Mars/Base', 'UTC', ['Mars/Base', 'UTC']],
  ])('are %s', (_, chosen, own, first) => {
    const values = timeZoneChoices(chosen, own).map((choice) => choice.value);
    expect(values.slice(0, first.length)).toEqual(first);
    expect(values[first.length]).toBe('');
    expect(values).toContain('America/New_York');
    expect(values).toContain('UTC');
    expect(new Set(values).size).toBe(values.length);
  });

  it('show no underscores', () => {
    expect(timeZoneChoices('America/New_York')[0]).toEqual({
      value: 'America/New_York',
      label: 'America/New York',
    });
  });

  it.each([
    ['Asia/Tokyo', 'GMT+9'],
    ['UTC', 'GMT+0'],
    ['Mars/Base', ''],
    ['', ''],
  ])('%s is %j from UTC', (zone, offset) => {
    expect(zoneOffset(zone)).toBe(offset);
  });
});
