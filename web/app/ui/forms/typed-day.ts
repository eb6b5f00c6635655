/*
 * Days without a time, as "2026-11-21", as people type them. The words are English, as the site's are; the order of the
 * numbers and the first day of the week are those of the reader's own language.
 */

import { isDay } from '../../lib/format.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month, 1)),
);
/** The day with these numbers (the month from 1); undefined where there is none, such as February 30. */
function findDay(year: number, month: number, date: number): string | undefined {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`;
  return isDay(day) ? day : undefined;
}

/** A day of the week, from 0 for Sunday to 6 for Saturday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** What the browser's language says of dates. */
interface DateHabits {
  firstWeekday: Weekday;
  /** Whether 3/1 is the third of January. */
  isDayFirst: boolean;
}

/** The habits of a language such as "en-GB"; a week begins on Monday where the browser does not know better. */
export function dateHabits(language: string): DateHabits {
  const locale = new Intl.Locale(language);
  const parts = new Intl.DateTimeFormat(language, { dateStyle: 'short' }).formatToParts(0);
  const place = (type: string) => parts.findIndex((part) => part.type === type);
  return { firstWeekday: firstWeekdayOf(locale), isDayFirst: place('day') < place('month') };
}

/** Not every browser has the method; older ones have it as a value. */
function firstWeekdayOf(locale: object): Weekday {
  const week: unknown =
    'getWeekInfo' in locale && typeof locale.getWeekInfo === 'function'
      ? locale.getWeekInfo()
      : 'weekInfo' in locale && locale.weekInfo;
  const first = typeof week === 'object' && week !== null && 'firstDay' in week ? week.firstDay : 1;
  // Here Sunday is 7.
  return typeof first === 'number' ? (([0, 1, 2, 3, 4, 5, 6] as const)[first % 7] ?? 1) : 1;
}

const QUIET_WORDS = /^(st|nd|rd|th|of|the)$/;
const isWeekday = (word: string) =>
  word.length >= 3 && WEEKDAYS.some((name) => name.toLowerCase().startsWith(word));
const monthOf = (word: string) =>
  word.length < 3 ? -1 : monthNames.findIndex((name) => name.toLowerCase().startsWith(word));

/**
 * The day that is meant: "2031-03-01", "March 1, 2031", "1 Mar", "1.3.31", "3/1/2031". Without a year it is the next
 * such day from today on. Undefined for anything else.
 */
export function parseTypedDay(
  text: string,
  { today, isDayFirst }: { today: string; isDayFirst: boolean },
): string | undefined {
  const words = (text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []).filter((word) => !QUIET_WORDS.test(word));
  const numbers = words.filter((word) => /^\d/.test(word));
  const names = words.filter((word) => !/^\d/.test(word) && !isWeekday(word));
  if (names.length > 1) return undefined;

  // Day, month and year, in the order in which they were written.
  const [first, second, third, ...more] = numbers;
  if (first === undefined || more.length > 0) return undefined;
  if (names[0] !== undefined) {
    const month = monthOf(names[0]) + 1;
    if (month === 0 || third !== undefined) return undefined;
    return first.length === 4
      ? dayWithYear(first, month, Number(second), today)
      : dayWithYear(second, month, Number(first), today);
  }
  if (second === undefined) return undefined;
  if (first.length === 4) return dayWithYear(first, Number(second), Number(third), today);
  const [date, month] = isDayFirst || text.includes('.') ? [first, second] : [second, first];
  return dayWithYear(third, Number(month), Number(date), today);
}

function dayWithYear(
  year: string | undefined,
  month: number,
  date: number,
  today: string,
): string | undefined {
  if (year?.length === 4) return findDay(Number(year), month, date);
  if (year?.length === 2) return findDay(2000 + Number(year), month, date);
  if (year !== undefined) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const next = findDay(thisYear, month, date);
  return next !== undefined && next >= today ? next : findDay(thisYear + 1, month, date);
}
