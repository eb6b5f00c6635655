/*
 * How dates read. The site is written in English, so its dates are too, in the reader's own time zone. Amounts and
 * file sizes are rules of the product: formatUsd and formatKilobytes in the domain.
 */
const locale = 'en-US';
const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const calendarDayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const timeFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const clockFormat = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const weekdayFormat = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' });
const agoFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

function parseTime(time: string | null | undefined): Date | undefined {
  if (!time) return undefined;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const formatBy = (format: Intl.DateTimeFormat, date: Date | undefined) => (date ? format.format(date) : '');

/** "Nov 21, 2026". A day without a time ("2026-11-21") is that day everywhere. Empty for no or a broken date. */
export function formatDate(time: string | null | undefined): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(time ?? '');
  return formatBy(isDay ? calendarDayFormat : dayFormat, parseTime(time));
}

/** "Nov" and "21" of a day such as "2026-11-21"; empty for a broken one. */
export function calendarParts(day: string): { month: string; dayOfMonth: string } {
  const date = parseTime(day);
  const parts = date ? calendarDayFormat.formatToParts(date) : [];
  const part = (type: 'month' | 'day') => parts.find((each) => each.type === type)?.value ?? '';
  return { month: part('month'), dayOfMonth: part('day') };
}

/** The day that it is for the reader, as "2026-11-21". */
export function localDay(now: Date = new Date()): string {
  const part = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}

/** "Nov 21, 2026, 3:04 PM"; empty for no or a broken time. */
export const formatDateTime = (time: string | null | undefined): string =>
  formatBy(timeFormat, parseTime(time));

/** "3:04 PM"; empty for no or a broken time. */
export const formatTime = (time: string | null | undefined): string => formatBy(clockFormat, parseTime(time));

/** The day of a time as one speaks of it: "Today", "Yesterday", "Monday, March 2", "Mar 2, 2025" in another year. */
export function formatDay(time: string | null | undefined, now: Date = new Date()): string {
  const date = parseTime(time);
  if (!date) return '';
  const daysAgo = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000);
  if (daysAgo === 0) return 'Today';
  if (daysAgo === 1) return 'Yesterday';
  return (date.getFullYear() === now.getFullYear() ? weekdayFormat : dayFormat).format(date);
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3 hours ago", "yesterday", "just now"; empty for no or a broken time. */
export function formatAgo(time: string | null | undefined, now: Date = new Date()): string {
  const date = parseTime(time);
  if (!date) return '';
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? agoFormat.format(Math.trunc(seconds / unit[1]), unit[0]) : 'just now';
}

/** Whether the text is a day that exists, written as "2026-11-21". */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
