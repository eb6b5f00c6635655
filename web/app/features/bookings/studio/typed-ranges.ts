import type { TimeRange } from '@atelier/domain/bookings/rules.ts';

/** Times of a day as they read in a field: "09:00–12:00, 13:00–17:00". */
export const rangesInWords = (ranges: readonly TimeRange[]): string =>
  ranges
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from, until }) => `${from}–${until}`)
    .join(', ');

const TIME = /^(\d{1,2})(?:[:.](\d{2}))?$/;

function parseTime(text: string): string | undefined {
  const [, hour = '', minute = '00'] = TIME.exec(text) ?? [];
  if (hour === '' || Number(hour) > 24 || Number(minute) > 59) return undefined;
  const time = `${hour.padStart(2, '0')}:${minute}`;
  return time > '24:00' ? undefined : time;
}

/** Typed times of a day, such as "9-12, 13:30–17"; none for an empty text, undefined for what is none. */
export function parseRanges(text: string): TimeRange[] | undefined {
  const ranges: TimeRange[] = [];
  for (const part of text.split(/[,;]/).map((each) => each.trim())) {
    if (part === '') continue;
    const [from, until, ...more] = part.split(/[-–—]/).map((each) => parseTime(each.trim()));
    if (!from || !until || from === '24:00' || more.length > 0) return undefined;
    ranges.push({ from, until });
  }
  return ranges;
}
