/*
 * Days without a time, as "2026-11-21": what a calendar shows, and what people type. The words are English, as the site's
 * are; the order of the numbers and the first day of the week are those of the reader's own language.
 */

const DAY_MS = 86_400_000;
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month, 1)),
);
const fullFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** As far as a calendar leads. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const withinCalendar = (day: string) => (day < FIRST_DAY ? FIRST_DAY : day > LAST_DAY ? LAST_DAY : day);

/** The day with these numbers (the month from 1); undefined where there is none, such as February 30. */
function findDay(year: number, month: number, date: number): string | undefined {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`;
  return isDay(day) ? day : undefined;
}

/** Whether the text is a day that exists, written as "2026-11-21". */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = timeOf(text);
  return !Number.isNaN(time) && dayOf(time) === text;
}

/** So many days later, or earlier where the number is negative. */
export function addDays(day: string, days: number): string {
  return withinCalendar(dayOf(timeOf(day) + days * DAY_MS));
}

/** The same date so many months later; the last of that month where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const length = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return withinCalendar(dayOf(Date.UTC(year, month - 1 + months, Math.min(date, length))));
}

/** The first and the last day of the week that a day is in. `firstWeekday` is 1 for Monday to 7 for Sunday. */
export function weekAround(day: string, firstWeekday: number): [first: string, last: string] {
  const weekday = new Date(timeOf(day)).getUTCDay();
  const first = dayOf(timeOf(day) - ((weekday - firstWeekday + 7) % 7) * DAY_MS);
  return [withinCalendar(first), withinCalendar(dayOf(timeOf(first) + 6 * DAY_MS))];
}

/** The weeks of the month that a day is in, seven places each; undefined where a place belongs to another month. */
export function monthWeeks(day: string, firstWeekday: number): (string | undefined)[][] {
  const month = day.slice(0, 7);
  const start = timeOf(`${month}-01`);
  const before = (new Date(start).getUTCDay() - firstWeekday + 7) % 7;
  const weeks: (string | undefined)[][] = [];
  for (let at = start - before * DAY_MS; at === start || dayOf(at) <= `${month}-31`; at += 7 * DAY_MS) {
    const week = Array.from({ length: 7 }, (_, place) => dayOf(at + place * DAY_MS));
    weeks.push(week.map((each) => (each.startsWith(month) ? each : undefined)));
  }
  return weeks;
}

/** The names of the weekdays in the order of a week that begins with `firstWeekday`. */
export function weekdayNames(firstWeekday: number): string[] {
  return WEEKDAYS.map((_, place) => WEEKDAYS[(firstWeekday - 1 + place) % 7] ?? '');
}

/** "March 2031". */
export function monthName(day: string): string {
  return `${monthNames[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;
}

/** "Saturday, March 1, 2031". */
export function fullDayName(day: string): string {
  return fullFormat.format(timeOf(day));
}

/** What the browser's language says of dates. */
export interface DateHabits {
  /** 1 for Monday to 7 for Sunday. */
  firstWeekday: number;
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
function firstWeekdayOf(locale: object): number {
  const week: unknown =
    'getWeekInfo' in locale && typeof locale.getWeekInfo === 'function'
      ? locale.getWeekInfo()
      : 'weekInfo' in locale && locale.weekInfo;
  const first = typeof week === 'object' && week !== null && 'firstDay' in week ? week.firstDay : 1;
  return typeof first === 'number' ? first : 1;
}

const QUIET_WORDS = /^(st|nd|rd|th|of|the)$/;
const isWeekday = (word: string) =>
  word.length >= 3 && WEEKDAYS.some((name) => name.toLowerCase().startsWith(word));
const monthOf = (word: string) =>
  word.length < 3 ? -1 : monthNames.findIndex((name) => name.toLowerCase().startsWith(word));

/**
 * The day that somebody means: "2031-03-01", "March 1, 2031", "1 Mar", "1.3.31", "3/1/2031". Without a year it is the next
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
