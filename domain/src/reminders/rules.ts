import { daysAfter, daysBetween, isoWeekday } from '../days.ts';

/*
 * Reminders of what waits for a client: some days before or after a date. Each step goes out once, and only the newest one where
 * several are due: a server that was off for a week doesn't send three mails at once.
 */

/** What clients are reminded of. */
export const REMINDER_KINDS = [
  'contract',
  'change_order',
  'review',
  'request',
  'undated_request',
  'message',
  'draft',
  'invoice',
] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** A reminder's place in time: days after the date, negative before it. */
export interface ReminderStep {
  key: string;
  days: number;
}

/** When reminders go out, in the reader's time zone. */
export interface ReminderWindow {
  /** Full hours: from the first, until before the second. */
  from: number;
  until: number;
  /** 1 is Monday, 7 Sunday. */
  weekdays: readonly number[];
  /** The zone of clients who didn't give theirs, such as "Europe/Berlin". */
  zoneIfUnknown: string;
}

/** A moment as clocks at the reader's place show it. */
export interface LocalMoment {
  /** A day such as 2030-01-31. */
  day: string;
  hour: number;
}

/** True if reminders go out at a moment. */
export function isInWindow(window: ReminderWindow, { day, hour }: LocalMoment): boolean {
  return hour >= window.from && hour < window.until && isReminderDay(window, day);
}

/** True if reminders go out on a day. */
export const isReminderDay = ({ weekdays }: Pick<ReminderWindow, 'weekdays'>, day: string): boolean =>
  weekdays.includes(isoWeekday(day));

/** The first and the last day on which a step of something goes out that is dated from one day to another. */
export function stepRange(steps: readonly ReminderStep[]): { first: number; last: number } {
  const days = steps.map((step) => step.days);
  return { first: Math.min(...days), last: Math.max(...days) };
}

/** Something that is reminded of. Days are such as 2030-01-31. */
export interface ReminderDates {
  /** The date that the steps count from. */
  on: string;
  /** The day from which there was something to remind of: a step on it or before it is passed over. */
  since: string;
  /** The steps that went out, or were passed over. */
  done: readonly string[];
}

/** The step that is to go out on a day, and those that it passes over. */
export function dueStep<Step extends ReminderStep>(
  steps: readonly Step[],
  { on, since, done }: ReminderDates,
  today: string,
): { send: Step | undefined; skip: Step[] } {
  const open = steps.filter(({ key, days }) => !done.includes(key) && daysAfter(on, days) <= today);
  const late = open.filter(({ days }) => daysAfter(on, days) <= since);
  const send = open.filter((step) => !late.includes(step)).at(-1);
  return { send, skip: open.filter((step) => step !== send) };
}

/** The first step that goes out from one day until another, and when; undefined if none does. */
export function nextStep<Step extends ReminderStep>(
  { steps, window }: { steps: readonly Step[]; window: ReminderWindow },
  dates: ReminderDates,
  { from, until }: { from: string; until: string },
): { step: Step; goesOutOn: string } | undefined {
  for (let day = from; day <= until; day = daysAfter(day, 1)) {
    const { send } = isReminderDay(window, day) ? dueStep(steps, dates, day) : {};
    if (send) return { step: send, goesOutOn: day };
  }
  return undefined;
}

/** Days ahead that the studio sees what will go out. */
export const REMINDERS_AHEAD_DAYS = 7;
/** The most of them that are listed. */
export const REMINDERS_LISTED = 100;

/** Where a day lies: "today", "in three days", "a week ago". */
export function dayDistance(from: string, to: string): string {
  const days = daysBetween(from, to);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  return days > 0 ? `in ${spanWords(days)}` : `${spanWords(-days)} ago`;
}

const NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const;

/** "three days", "a week", "two weeks". */
function spanWords(days: number): string {
  if (days === 7) return 'a week';
  const isWeeks = days % 7 === 0;
  const count = isWeeks ? days / 7 : days;
  return `${NUMBERS[count - 2] ?? count} ${isWeeks ? 'weeks' : 'days'}`;
}
