import { isTimeZone, type Span } from '@atelier/domain/bookings/rules.ts';
import ical, { type DateWithTimeZone, type VEvent } from 'node-ical';
import { Temporal } from 'temporal-polyfill';

/** A calendar's file, and what is asked of it. */
export interface BusyTimesOrder {
  text: string;
  /** The days that matter, in ms since 1970. */
  between: Span;
  /** The zone of whole days, and of times without one. */
  zone: string;
}

/** The most busy times of a calendar, after those that touch are joined. */
const MAX_BUSY_TIMES = 2_000;
/** The most events and repetitions that are looked at. */
const MAX_EVENTS = 20_000;

/**
 * When a calendar says that its owner is busy: not by events that are cancelled, or marked as free. Runs in a thread with bounds, because a rule
 * of a stranger's file can take as long as it likes.
 * @throws for text that is no calendar
 */
export function readBusyTimes({ text, between, zone }: BusyTimesOrder): Span[] {
  if (!/^\uFEFF?\s{0,40}BEGIN:VCALENDAR/i.test(text)) throw new Error('That is no calendar.');
  const range = { from: new Date(between.from), to: new Date(between.until) };
  const spans: Span[] = [];
  let seen = 0;
  for (const part of Object.values(ical.sync.parseICS(text)).flatMap(withOthersOfSeries)) {
    if (part?.type !== 'VEVENT' || !isDate(part.start)) continue;
    const instances = ical.expandRecurringEvent(part, { ...range, expandOngoing: true });
    seen += 1 + instances.length;
    if (seen > MAX_EVENTS) throw new Error('It has too many events.');
    for (const { event, start, end, isFullDay } of instances) {
      if (!isBusy(event)) continue;
      const span = { from: momentOf(start, isFullDay, zone), until: momentOf(end, isFullDay, zone) };
      if (span.from < span.until && span.until > between.from && span.from < between.until) spans.push(span);
    }
  }
  return joinSpans(spans).slice(0, MAX_BUSY_TIMES);
}

type Part = ReturnType<typeof ical.sync.parseICS>[string];

/** Of a series whose rule isn't there, as of a meeting that the owner was asked to once, the library knows the first part alone. */
function withOthersOfSeries(part: Part): readonly Part[] {
  if (part?.type !== 'VEVENT' || part.rrule) return [part];
  return [
    part,
    ...Object.values(part.recurrences ?? {}).map((other) => ({ ...other, recurrences: {} }) as VEvent),
  ];
}

const isDate = (value: unknown): value is Date => value instanceof Date && !Number.isNaN(value.getTime());

/** `OPAQUE` is the rule (RFC 5545, 3.8.2.7); Outlook says the same in a property of its own. */
function isBusy(event: VEvent): boolean {
  const outlook = (event as unknown as Record<string, unknown>)['MICROSOFT-CDO-BUSYSTATUS'];
  return event.status !== 'CANCELLED' && event.transparency !== 'TRANSPARENT' && outlook !== 'FREE';
}

/** The library reads whole days, and times without a zone or in one that it doesn't know, in this process's zone: they are the owner's. */
function momentOf(date: DateWithTimeZone, isFullDay: boolean, zone: string): number {
  if (date.tz && !isFullDay && isKnownZone(date.tz)) return date.getTime();
  return Temporal.PlainDateTime.from({
    year: date.getFullYear(),
    month: date.getMonth() + 1,
    day: date.getDate(),
    hour: isFullDay ? 0 : date.getHours(),
    minute: isFullDay ? 0 : date.getMinutes(),
  }).toZonedDateTime(zone).epochMilliseconds;
}

/** Whether a zone has a name, or is a distance from UTC such as `+02:00` and `(UTC+02:00) Cairo`. */
const isKnownZone = (name: string): boolean => isTimeZone(name) || /^(\(?(UTC|GMT))?[+-]\d/i.test(name);

/** Spans that touch or overlap as one, the earliest first. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until);
    else joined.push({ ...span });
  }
  return joined;
}
