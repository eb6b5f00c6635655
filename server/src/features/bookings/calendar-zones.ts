import { isTimeZone } from '@atelier/domain/bookings/rules.ts';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { findIana } from 'windows-iana';
import type { CalendarPart } from './calendar-parts.ts';

const DATES = ['dtstart', 'dtend', 'rdate', 'exdate', 'recurrence-id'];

/**
 * Has the library know every zone that a file's events name: by the name's own rules where the world knows it, by the file's, by the
 * name that Windows has for it, by its distance from UTC, or else as the owner's.
 */
export function registerZones(
  parts: readonly CalendarPart[],
  { zones, otherwise }: { zones: ReadonlyMap<string, ICAL.Timezone>; otherwise: string },
): void {
  ICAL.TimezoneService.reset();
  const names = new Set<string>();
  for (const { component } of parts) {
    for (const property of DATES.flatMap((name) => component.getAllProperties(name))) {
      const tzid = property.getParameter('tzid');
      if (typeof tzid === 'string') names.add(tzid);
    }
  }
  for (const name of names) {
    const found = isTimeZone(name) ? named(name) : (zones.get(name) ?? named(worldName(name) ?? otherwise));
    ICAL.TimezoneService.register(found, name);
  }
}

/** A zone of the world under another program's name: `Eastern Standard Time`, `/some.example/Europe/Berlin`, `(UTC+05:30) Chennai`. */
function worldName(name: string): string | undefined {
  const [byWindows] = findIana(name);
  if (byWindows) return byWindows;
  const path = name.split('/');
  const end = path.map((_, at) => path.slice(at).join('/')).find((part) => part !== '' && isTimeZone(part));
  if (end) return end;
  const [, sign, hours = '', minutes = '00'] =
    /^\(?(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?\b/i.exec(name) ?? [];
  return sign && Number(hours) < 24 ? `${sign}${hours.padStart(2, '0')}:${minutes}` : undefined;
}

/** A zone whose rules this program knows, for the library. */
function named(name: string): ICAL.Timezone {
  const zone = new ICAL.Timezone({ tzid: name });
  zone.utcOffset = ({ year, month, day, hour, minute, second }) =>
    Temporal.PlainDateTime.from({ year, month, day, hour, minute, second }).toZonedDateTime(name)
      .offsetNanoseconds / 1e9;
  return zone;
}
