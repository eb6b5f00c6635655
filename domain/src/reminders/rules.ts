import { daysAfter } from '../days.ts';

/*
 * Reminders of something that has a date: some days before it, on it, and after it. Each step goes out once, and only the newest
 * one where several are due: a server that was off for a week doesn't send three mails at once.
 */

/** What clients are reminded of. */
export const REMINDER_KINDS = ['invoice'] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

/** A reminder's place in time: days after the date, negative before it. */
export interface ReminderStep {
  key: string;
  days: number;
}

/** The steps of each kind, in order. */
export const REMINDER_STEPS: Record<ReminderKind, readonly ReminderStep[]> = {
  invoice: [
    { key: 'before', days: -3 },
    { key: 'due', days: 0 },
    { key: 'week', days: 7 },
    { key: 'fortnight', days: 14 },
  ],
};

/** The most days before its date that a subject of a kind is looked at. */
export const firstDays = (kind: ReminderKind): number =>
  Math.min(...REMINDER_STEPS[kind].map(({ days }) => days));

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
export function dueStep(
  kind: ReminderKind,
  { on, since, done }: ReminderDates,
  today: string,
): { send: ReminderStep | undefined; skip: ReminderStep[] } {
  const open = REMINDER_STEPS[kind].filter(
    ({ key, days }) => !done.includes(key) && daysAfter(on, days) <= today,
  );
  const late = open.filter(({ days }) => daysAfter(on, days) <= since);
  const send = open.filter((step) => !late.includes(step)).at(-1);
  return { send, skip: open.filter((step) => step !== send) };
}

/** The next step that goes out after a day, and when; undefined after the last. */
export function nextStep(
  kind: ReminderKind,
  { on, since, done }: ReminderDates,
  today: string,
): { step: ReminderStep; goesOutOn: string } | undefined {
  for (const step of REMINDER_STEPS[kind]) {
    const goesOutOn = daysAfter(on, step.days);
    if (goesOutOn > today && goesOutOn > since && !done.includes(step.key)) return { step, goesOutOn };
  }
  return undefined;
}

/** Days ahead that the studio sees what will go out. */
export const REMINDERS_AHEAD_DAYS = 7;
/** From this hour on, UTC, a day's reminders go out. */
export const REMINDER_HOUR = 8;
