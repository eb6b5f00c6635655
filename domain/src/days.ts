/*
 * Days as the product writes them: 2026-11-21, without a time or a place. Texts in this form are in the order of time.
 */

/** The day that is a number of days after another, as `2026-11-21`. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The number of days from one day to another, negative if that is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** A day's weekday: 1 is Monday, 7 Sunday. */
export function isoWeekday(day: string): number {
  return new Date(day).getUTCDay() || 7;
}
