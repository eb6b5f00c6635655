import {
  type CallSettings,
  DEFAULT_CALL_SETTINGS,
  findFreeTimes,
  type Span,
} from '@atelier/domain/bookings/rules.ts';
import { callSettingsSchema, type OfferedTimes } from '@atelier/domain/bookings/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { listBookedBetween } from './bookings.repository.ts';
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

const spanOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }): Span => ({
  from: Date.parse(starts_at),
  until: Date.parse(ends_at),
});

/** Whether the owner offers any calls at all. */
const isOffered = ({ hours, exceptions }: CallSettings): boolean =>
  hours.length > 0 || exceptions.some(({ ranges }) => ranges.length > 0);

/**
 * When a call can begin.
 * @param now in ms since 1970
 * @param except the call that is moved: its own time doesn't count as taken
 */
export async function findOfferedTimes(
  db: Db,
  settings: CallSettings,
  { now, except }: { now: number; except?: string | undefined },
): Promise<OfferedTimes> {
  const { lengthMinutes, bufferMinutes } = settings;
  if (!isOffered(settings)) return { isOffered: false, lengthMinutes, times: [] };
  const between = { from: now + settings.noticeHours * HOUR_MS, until: now + settings.daysAhead * DAY_MS };
  const room = bufferMinutes * MINUTE_MS + LONGEST_MS;
  const [booked, busy] = await Promise.all([
    listBookedBetween(db, {
      from: new Date(between.from - room).toISOString(),
      until: new Date(between.until + room).toISOString(),
      limit: MANY,
    }),
    listBusyTimes(db, new Date(now).toISOString()),
  ]);
  const times = findFreeTimes(openSpans(settings, between), {
    taken: [...booked.filter(({ id }) => id !== except), ...busy].map(spanOf),
    lengthMinutes,
    bufferMinutes,
    between,
  });
  return { isOffered: true, lengthMinutes, times: times.map((time) => new Date(time).toISOString()) };
}
