/*
 * Calls that visitors book. The owner's hours are in the owner's zone; everything below that takes milliseconds is about
 * moments, which are the same everywhere.
 */

/** Minutes that a call can last. */
export const CALL_LENGTHS = [15, 20, 30, 45, 60] as const;
/** The most minutes kept free around a call, hours of notice, and days ahead. */
export const MAX_BUFFER_MINUTES = 120;
export const MAX_NOTICE_HOURS = 336;
export const MAX_DAYS_AHEAD = 60;
/** The most ranges of a week, of one day, and the most exceptions. */
export const MAX_WEEKLY_RANGES = 28;
export const MAX_RANGES_OF_DAY = 4;
export const MAX_EXCEPTIONS = 100;
/**
 * The most times that visitors choose from, the earliest first. Two months of whole days have nearly four
 * times as many.
 */
export const MAX_OFFERED_TIMES = 1_500;
/** The longest words of a visitor, and of the studio about a cancelled call, in characters. */
export const CALL_WORDS_MAX = 1_000;
/** The longest text about where the call takes place: a link, a number, a sentence. */
export const CALL_PLACE_MAX = 300;
/** The most calls ahead with one email address. */
export const MAX_CALLS_AHEAD_EACH = 2;
/** For so many minutes an unconfirmed call holds its time. */
export const HOLD_MINUTES = 30;
/** For so many hours the link of its mail confirms it. */
export const CONFIRM_HOURS = 24;
/** Unconfirmed calls hold at most one in so many of the times that are offered. */
const HELD_SHARE = 4;
/** The most calls that are cancelled with one press. */
export const MAX_CANCELLED_AT_ONCE = 200;
/** How often a visitor can move one call. */
export const MAX_MOVES = 5;

/** The value of an enquiry's `source` that a booked call has made. */
export const CALL_SOURCE = 'call';

/** Part of a day, as `09:00` and `12:30`; `24:00` is its end. */
export interface TimeRange {
  from: string;
  until: string;
}

/** A range of every week; Monday is 1. */
export interface WeeklyRange extends TimeRange {
  day: number;
}

/** A day that differs from its week: off without any ranges. */
export interface DayException {
  /** Such as 2030-12-24. */
  on: string;
  ranges: TimeRange[];
}

export interface WorkingHours {
  hours: readonly WeeklyRange[];
  exceptions: readonly DayException[];
}

/** What the owner sets until they set something else: without hours nothing is offered. */
export const DEFAULT_CALL_SETTINGS = {
  zone: 'UTC',
  hours: [] as WeeklyRange[],
  exceptions: [] as DayException[],
  lengthMinutes: 15 as (typeof CALL_LENGTHS)[number],
  bufferMinutes: 15,
  noticeHours: 24,
  daysAhead: 21,
  place: '',
};
export type CallSettings = typeof DEFAULT_CALL_SETTINGS;

/** A day's ranges: those of its exception, or of its week. @param weekday Monday is 1 */
export function rangesOfDay(
  { hours, exceptions }: WorkingHours,
  day: string,
  weekday: number,
): readonly TimeRange[] {
  const exception = exceptions.find(({ on }) => on === day);
  return exception ? exception.ranges : hours.filter((range) => range.day === weekday);
}

export type RangeFault = 'ends_before_it_begins' | 'overlaps';

/** Finds the first fault of one day’s ranges, and the range that has it. */
export function findRangeFault(
  ranges: readonly TimeRange[],
): { range: TimeRange; fault: RangeFault } | undefined {
  // Texts in this form are in the order of time.
  const sorted = ranges.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  let end = '';
  for (const range of sorted) {
    if (range.from >= range.until) return { range, fault: 'ends_before_it_begins' };
    if (range.from < end) return { range, fault: 'overlaps' };
    end = range.until;
  }
  return undefined;
}

/** From one moment to another, in ms since 1970; the end isn't part of it. */
export interface Span {
  from: number;
  until: number;
}

const MINUTE = 60_000;

/** How long calls are, and how much is kept free around them. */
export interface CallRoom {
  lengthMinutes: number;
  /** Minutes kept free between a call and what is next to it. */
  bufferMinutes: number;
}

/** Says whether a call that begins at a moment keeps clear of what is taken. */
function clearOf(taken: readonly Span[], { lengthMinutes, bufferMinutes }: CallRoom) {
  const [length, buffer] = [lengthMinutes * MINUTE, bufferMinutes * MINUTE];
  const blocked = taken.map(({ from, until }) => ({ from: from - buffer, until: until + buffer }));
  return (time: number) => !blocked.some((span) => span.from < time + length && time < span.until);
}

/** The times at which a call can begin, in ms since 1970, the earliest first. */
export function findFreeTimes(
  open: readonly Span[],
  {
    taken,
    between,
    ...room
  }: CallRoom & {
    /** Other calls, and when the owner is busy. */
    taken: readonly Span[];
    /** The first moment a call can begin at, and the one by which it has to. */
    between: Span;
  },
): number[] {
  const length = room.lengthMinutes * MINUTE;
  const isFree = clearOf(taken, room);
  const found = new Set<number>();
  for (const { from, until } of open) {
    const late = Math.max(0, between.from - from);
    // On the grid that begins with the range: 9:00, 9:15 … also where notice cuts it.
    for (let time = from + Math.ceil(late / length) * length; time + length <= until; time += length) {
      if (time >= between.until) break;
      if (isFree(time)) found.add(time);
    }
  }
  return [...found].sort((a, b) => a - b);
}

/**
 * Whether unconfirmed calls may hold all of these spans: so that strangers close nobody out, they take at most a quarter of the times
 * that would be free without them.
 */
export function mayHold(free: readonly number[], held: readonly Span[], room: CallRoom): boolean {
  const isClear = clearOf(held, room);
  return free.filter((time) => !isClear(time)).length * HELD_SHARE <= free.length;
}

/** `unconfirmed`: asked for, and nobody has shown that the address is theirs. */
export const CALL_STATUSES = ['unconfirmed', 'booked', 'cancelled'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** Who books, moves and cancels calls. */
export const CALL_SIDES = ['visitor', 'studio'] as const;
export type CallSide = (typeof CALL_SIDES)[number];

interface Timed {
  status: CallStatus;
  /** Moments as the API writes them. */
  startsAt: string;
  endsAt: string;
}

/** Whether a call is still to come, so that it can be moved or cancelled. */
export const isCallAhead = ({ status, startsAt }: Omit<Timed, 'endsAt'>, now: string): boolean =>
  status === 'booked' && startsAt > now;

/** Until when an unconfirmed call can be confirmed by its link. @param createdAt when it was asked for */
export const confirmableUntil = (createdAt: string): string => later(createdAt, CONFIRM_HOURS * 60);

/** Until when an unconfirmed call keeps its time from others, and is judged by the notice of when it was asked for. */
export const heldUntil = (createdAt: string): string => later(createdAt, HOLD_MINUTES);

const later = (moment: string, minutes: number) =>
  new Date(Date.parse(moment) + minutes * MINUTE).toISOString();

/**
 * The reminder that is due of a call, as its hours before the call; undefined for none. A step from before the call was arranged is
 * passed over, as its confirmation has only just arrived, and of several only the latest goes out.
 * @param steps hours before the call
 */
export function dueCallReminder(
  steps: readonly number[],
  { startsAt, arrangedAt }: { startsAt: string; arrangedAt: string },
  now: string,
): number | undefined {
  const start = Date.parse(startsAt);
  if (start <= Date.parse(now)) return undefined;
  const goesOutAt = (hours: number) => start - hours * 60 * MINUTE;
  const due = steps.filter(
    (hours) => goesOutAt(hours) <= Date.parse(now) && goesOutAt(hours) > Date.parse(arrangedAt),
  );
  return due.length > 0 ? Math.min(...due) : undefined;
}

/** Whether a name is one of a time zone that this program knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z0-9_+\-/]{1,64}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** A moment in a zone, for people: "Monday, March 4, 2030 at 10:00 AM GMT+1". */
export function callTimeInWords(moment: string, zone: string): string {
  const at = new Date(moment);
  const day = new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'full' }).format(at);
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);
  // Some versions of the language's data have a narrow space before AM.
  return `${day} at ${time}`.replaceAll('\u202f', ' ');
}
