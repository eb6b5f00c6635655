import { rangesOfDay, type Span, type WorkingHours } from '@atelier/domain/bookings/rules.ts';
import { Temporal } from 'temporal-polyfill';

/**
 * The owner's hours as moments. A time that daylight saving leaves out moves by the gap, and one that it repeats is the first, as
 * calendars do (RFC 5545, 3.3.5); what is left of hours in the gap is left out.
 * @param zone the owner's
 * @param between the days that are looked at, in ms since 1970
 */
export function openSpans(settings: WorkingHours & { zone: string }, between: Span): Span[] {
  const { zone } = settings;
  const dayOf = (moment: number) =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDate();
  const last = dayOf(between.until);
  const spans: Span[] = [];
  for (
    let day = dayOf(between.from);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    for (const range of rangesOfDay(settings, day.toString(), day.dayOfWeek)) {
      const span = {
        from: momentOf(day, range.from, zone),
        until: momentOf(day, range.until, zone),
      };
      if (span.from < span.until) spans.push(span);
    }
  }
  return spans;
}

function momentOf(day: Temporal.PlainDate, time: string, timeZone: string): number {
  const isEnd = time === '24:00';
  const on = isEnd ? day.add({ days: 1 }) : day;
  const plainTime = isEnd ? '00:00' : time;
  return on.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}
