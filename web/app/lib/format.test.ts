import { describe, expect, it } from 'vitest';
import { calendarParts, formatAgo, formatDate, formatDateTime, formatDay, formatTime } from './format.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('formatAgo', () => {
  it.each([
    ['2026-11-21T11:59:31Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-21T09:00:00Z', '3 hours ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2026-11-10T12:00:00Z', 'last week'],
    ['2024-11-01T12:00:00Z', '2 years ago'],
    ['2026-11-22T13:00:00Z', 'tomorrow'],
    ['', ''],
    ['soon', ''],
  ])('%s is %j', (time, words) => {
    expect(formatAgo(time, now)).toBe(words);
  });
});

describe('formatDate', () => {
  it.each([
    ['2026-11-01', 'Nov 1, 2026'],
    ['', ''],
    ['never', ''],
    [null, ''],
    [undefined, ''],
  ])('%s is %j', (time, words) => {
    expect(formatDate(time)).toBe(words);
  });
});

describe('calendarParts', () => {
  it('splits a day into its month and number, the same in every time zone', () => {
    expect(calendarParts('2026-11-01')).toEqual({ month: 'Nov', dayOfMonth: '1' });
    expect(calendarParts('soon')).toEqual({ month: '', dayOfMonth: '' });
  });
});

describe('formatDateTime', () => {
  it('is empty without a time', () => {
    expect(formatDateTime(null)).toBe('');
  });
});

describe('formatDay', () => {
  it.each([
    [0, 'Today'],
    [1, 'Yesterday'],
  ])('%i days ago is %j', (days, words) => {
    const noon = new Date(2026, 10, 21, 0, 5);
    expect(formatDay(new Date(2026, 10, 21 - days, 23, 55).toISOString(), noon)).toBe(words);
  });
  it('writes other days as dates, with the year when it differs', () => {
    const today = new Date(2026, 10, 21, 12);
    expect(formatDay(new Date(2026, 10, 16, 12).toISOString(), today)).toBe('Monday, November 16');
    expect(formatDay(new Date(2025, 10, 16, 12).toISOString(), today)).toBe('Nov 16, 2025');
    expect(formatDay('soon', today)).toBe('');
  });
});

describe('formatTime', () => {
  it('uses the reader’s time zone', () => {
    expect(formatTime(new Date(2026, 10, 21, 15, 4).toISOString())).toMatch(/^3:04\sPM$/);
    expect(formatTime(undefined)).toBe('');
  });
});
