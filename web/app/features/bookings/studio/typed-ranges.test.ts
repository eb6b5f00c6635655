import { describe, expect, it } from 'vitest';
import { parseRanges, rangesInWords } from './typed-ranges.ts';

describe('parseRanges', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    ['9-12', '09:00–12:00'],
    ['9:30 – 12, 13.15-17:00', '09:30–12:00, 13:15–17:00'],
    ['13-17; 9-12', '09:00–12:00, 13:00–17:00'],
    ['0—24', '00:00–24:00'],
    ['9', undefined],
    ['9-', undefined],
    ['9-12-13', undefined],
    ['9-25', undefined],
    ['9-24:30', undefined],
    ['24-24', undefined],
    ['9:75-12', undefined],
    ['nine to twelve', undefined],
  ])('reads %j as %j', (text, expected) => {
    const ranges = parseRanges(text);
    expect(ranges && rangesInWords(ranges)).toBe(expected);
  });
});
