import {
  type CallSettings,
  DEFAULT_CALL_SETTINGS,
  findFreeTimes,
  MAX_OFFERED_TIMES,
  mayHold,
  type Span,
} from '@atelier/domain/bookings/rules.ts';
import { callSettingsSchema, type OfferedTimes } from '@atelier/domain/bookings/schema.ts';
import { AppError } from '@atelier/domain/errors.ts';
import type { Db } from '../../platform/db/database.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { listBookedBetween, listHeld } from './bookings.repository.ts';
import type { CallSettingsRow } from './bookings.table.ts';
import { listBusyTimes } from './call-settings.repository.ts';
import { openSpans } from './open-hours.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The longest call: one that began earlier is over. */
const LONGEST_MS = HOUR_MS;
/** More calls than there can be in the days that are offered. */
const MANY = 5_000;

/** The settings of a row; those of a new studio without one. */
export function readCallSettings(row: CallSettingsRow | undefined): CallSettings {
  if (!row) return DEFAULT_CALL_SETTINGS;
  const { hours, exceptions } = callSettingsSchema.shape;
  return {
    zone: row.zone,
    hours: parseStoredJson(hours, row.hours, { column: 'call_settings.hours', id: row.id }),
    exceptions: parseStoredJson(exceptions, row.exceptions, {
      column: 'call_settings.exceptions',
      id: row.id,
    }),
    lengthMinutes: callSettingsSchema.shape.lengthMinutes.parse(row.length_minutes),
    bufferMinutes: row.buffer_minutes,
    noticeHours: row.notice_hours,
    daysAhead: row.days_ahead,
    place: row.place,
  };
}

/** The row of some settings. */
export const storedCallSettings = (settings: CallSettings, now: string): Omit<CallSettingsRow, 'id'> => ({
  zone: settings.zone,
  hours: JSON.stringify(settings.hours),
  exceptions: JSON.stringify(settings.exceptions),
  length_minutes: settings.lengthMinutes,
  buffer_minutes: settings.bufferMinutes,
  notice_hours: settings.noticeHours,
  days_ahead: settings.daysAhead,
  place: settings.place,
  updated_at: now,
});

const spanOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }): Span => ({
  from: Date.parse(starts_at),
  until: Date.parse(ends_at),
});

/** Whether the owner offers any calls at all. */
const isOffered = ({ hours, exceptions }: CallSettings): boolean =>
  hours.length > 0 || exceptions.some(({ ranges }) => ranges.length > 0);

/** When a call can begin, and what an unconfirmed one may hold. */
export interface CallTimes {
  /** The earliest, and the call's own time. */
  offered: OfferedTimes;
  /** Whether a call can begin then, also after the last that is offered. */
  isFree(startsAt: string): boolean;
  /** Whether one that begins then may keep its time from others. */
  mayHold(startsAt: string): boolean;
}

/** What the times are asked for. */
export interface CallAsked {
  /** The call that is moved or confirmed: its own time doesn't count as taken. */
  except?: string | undefined;
  /** When that call begins: offered, where it is free, also after the last time that others are offered. */
  ownTime?: string | undefined;
  /** The moment that the notice counts from, in ms since 1970; now unless given. */
  askedAt?: number | undefined;
}

/**
 * When a call can begin.
 * @param now in ms since 1970
 */
export async function readCallTimes(
  db: Db,
  settings: CallSettings,
  { now, askedAt = now, except, ownTime }: { now: number } & CallAsked,
): Promise<CallTimes> {
  const { lengthMinutes, bufferMinutes } = settings;
  if (!isOffered(settings)) {
    const none = { isOffered: false, lengthMinutes, times: [] };
    return { offered: none, isFree: () => false, mayHold: () => false };
  }
  const between = {
    from: Math.max(now, askedAt + settings.noticeHours * HOUR_MS),
    until: askedAt + settings.daysAhead * DAY_MS,
  };
  const room = bufferMinutes * MINUTE_MS + LONGEST_MS;
  const [booked, unconfirmed, busy] = await Promise.all([
    listBookedBetween(db, {
      from: new Date(between.from - room).toISOString(),
      until: new Date(between.until + room).toISOString(),
      limit: MANY,
    }),
    listHeld(db, new Date(now).toISOString()),
    listBusyTimes(db, new Date(now).toISOString()),
  ]);
  const open = openSpans(settings, between);
  const taken = [...booked.filter(({ id }) => id !== except), ...busy].map(spanOf);
  const held = unconfirmed.filter(({ id }) => id !== except).map(spanOf);
  const find = (all: readonly Span[]) =>
    findFreeTimes(open, { taken: all, lengthMinutes, bufferMinutes, between });
  const free = find([...taken, ...held]).map((time) => new Date(time).toISOString());
  const times = free.filter((time, n) => n < MAX_OFFERED_TIMES || time === ownTime);
  return {
    offered: { isOffered: true, lengthMinutes, times },
    isFree: (startsAt) => free.includes(startsAt),
    mayHold(startsAt) {
      const from = Date.parse(startsAt);
      const own = { from, until: from + lengthMinutes * MINUTE_MS };
      // A share of what is offered: with all times counted, a stranger could hold every early one.
      const offered = find(taken).slice(0, MAX_OFFERED_TIMES);
      return offered.includes(from) && mayHold(offered, [...held, own], { lengthMinutes, bufferMinutes });
    },
  };
}

export const timeTaken = () =>
  new AppError('time_taken', 'That time isn’t free any more. Please choose another.');

/** A call's beginning and end, if it can begin then. @throws time_taken */
export function requireFree(
  { offered, isFree }: CallTimes,
  startsAt: string,
): { starts_at: string; ends_at: string } {
  const start = new Date(startsAt);
  const starts_at = start.toISOString();
  if (!isFree(starts_at)) throw timeTaken();
  return {
    starts_at,
    ends_at: new Date(start.getTime() + offered.lengthMinutes * MINUTE_MS).toISOString(),
  };
}
