import type { LocalMoment } from '@atelier/domain/reminders/rules.ts';
import { Temporal } from 'temporal-polyfill';

/** What clocks show in a zone at a moment, through daylight saving. */
export function localMoment(zone: string, moment: string): LocalMoment {
  const local = Temporal.Instant.from(moment).toZonedDateTimeISO(zone);
  return { day: local.toPlainDate().toString(), hour: local.hour };
}

/** The day of a moment in a zone; a day stays as it is. */
export function dayIn(zone: string, at: string): string {
  return at.length === 10 ? at : localMoment(zone, at).day;
}

/** The moment at which an hour of a day begins in a zone. One that daylight saving leaves out is the next. */
export function momentAt(zone: string, day: string, hour: number): string {
  return Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) })
    .toInstant()
    .toString({ fractionalSecondDigits: 3 });
}

/** A zone as a client gave it, or another where it isn't one. */
export function knownZone(given: string, otherwise: string): string {
  try {
    Temporal.Now.instant().toZonedDateTimeISO(given);
    return given;
  } catch {
    return otherwise;
  }
}
