import { isTimeZone, type Span } from '@atelier/domain/bookings/rules.ts';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { type CalendarPart, readParts } from './calendar-parts.ts';
import { registerZones } from './calendar-zones.ts';

/** A calendar's file, and what is asked of it. */
export interface BusyTimesOrder {
  text: string;
  /** The days that matter, in ms since 1970. */
  between: Span;
  /** The zone of whole days, and of times without one. */
  zone: string;
  /** The owner's addresses: an invitation that one of them declined doesn't count. */
  addresses: readonly string[];
}

/** The most busy times of a calendar, after those that touch are joined. */
const MAX_BUSY_TIMES = 2_000;
/** The most events, and the most repetitions of all of them, that are looked at. */
const MAX_EVENTS = 20_000;
const MAX_STEPS = 500_000;

/**
 * When a calendar says that its owner is busy (RFC 5545): not by events that are cancelled, declined, or marked as free. Runs in a
 * thread with bounds, because a rule of a stranger's file can take as long as it likes.
 * @throws for text that is no calendar
 */
export function readBusyTimes({ text, between, zone, addresses }: BusyTimesOrder): Span[] {
  if (!/^\uFEFF?\s{0,40}BEGIN:VCALENDAR/i.test(text)) throw new Error('That is no calendar.');
  const { parts, zones, wrTimeZone, wrName } = readParts(text);
  if (parts.length > MAX_EVENTS) throw new Error('It has too many events.');
  registerZones(parts, { zones, otherwise: zone });
  const reader = new BusyReader({
    between,
    wholeDays: zone,
    floating: wrTimeZone && isTimeZone(wrTimeZone) ? wrTimeZone : zone,
    owners: new Set([...addresses, wrName].map((address) => comparableEmail(address.trim()))),
  });
  for (const part of parts.filter(({ kind }) => kind === 'VFREEBUSY')) reader.addFreeBusy(part);
  const events = parts.filter(({ kind }) => kind === 'VEVENT');
  for (const ofUid of Map.groupBy(events, ({ uid, key }) => uid || key).values()) reader.addEvents(ofUid);
  return joinSpans(reader.spans).slice(0, MAX_BUSY_TIMES);
}

interface Read extends Pick<CalendarPart, 'component'> {
  event: ICAL.Event;
  from: number;
  /** In ms, or in days for whole days. */
  length: number;
}

class BusyReader {
  readonly spans: Span[] = [];
  readonly #about: { between: Span; wholeDays: string; floating: string; owners: ReadonlySet<string> };
  #steps = 0;

  constructor(about: { between: Span; wholeDays: string; floating: string; owners: ReadonlySet<string> }) {
    this.#about = about;
  }

  /** The times that a server publishes without saying what they are about. */
  addFreeBusy({ component }: CalendarPart): void {
    for (const property of component.getAllProperties('freebusy')) {
      if (String(property.getParameter('fbtype') ?? '').toUpperCase() === 'FREE') continue;
      for (const value of property.getValues()) {
        if (value instanceof ICAL.Period) this.#addPeriod(value);
      }
    }
  }

  /** The events of one UID: a series, the parts of it that differ, or several versions of one. */
  addEvents(parts: readonly CalendarPart[]): void {
    const [changes, masters] = [true, false].map((isChange) =>
      latestOf(parts.filter(({ component }) => component.hasProperty('recurrence-id') === isChange)),
    );
    const changed = (changes ?? []).flatMap((part) => this.#read(part) ?? []);
    for (const read of changed) this.#add(read, read.from);
    for (const part of masters ?? []) {
      const read = this.#read(part);
      if (read) this.#expand(read, changed);
    }
  }

  /** Undefined for one that can't be read: the others still count. */
  #read({ component }: CalendarPart): Read | undefined {
    try {
      const event = new ICAL.Event(component, { exceptions: [] });
      const { startDate: start, endDate: end } = event;
      const from = this.#momentOf(start);
      if (Number.isNaN(from)) return undefined;
      const length = start.isDate ? event.duration.toSeconds() / 86_400 : this.#momentOf(end) - from;
      return { component, event, from, length };
    } catch {
      return undefined;
    }
  }

  #expand(read: Read, changed: readonly Read[]): void {
    const { component, event } = read;
    if (!event.isRecurring()) {
      this.#add(read, read.from);
      return;
    }
    this.#takePeriods(component);
    const left = this.#takeDates(component);
    const named = new Set(changed.map(({ event: { recurrenceId } }) => keyOf(recurrenceId)));
    const following = changed
      .filter(({ event: each }) => each.modifiesFuture())
      .map((each) => ({ ...each, since: each.event.recurrenceId.toUnixTime() }))
      .sort((a, b) => b.since - a.since);
    // Dates without a rule come beside the event's own, which the library leaves out.
    if (
      !component.hasProperty('rrule') &&
      !left.has(keyOf(event.startDate)) &&
      !named.has(keyOf(event.startDate))
    ) {
      this.#add(read, read.from);
    }
    const series = event.iterator();
    for (let next = series.next(); next; next = series.next()) {
      if (++this.#steps > MAX_STEPS) throw new Error('It has too many repetitions.');
      const from = this.#momentOf(next);
      if (from >= this.#about.between.until) return;
      if (left.has(keyOf(next)) || left.has(dayOf(next)) || named.has(keyOf(next))) continue;
      const at = next.toUnixTime();
      const other = following.find(({ since }) => since <= at);
      if (!other) this.#add(read, from);
      else this.#add(other, from + other.from - this.#momentOf(other.event.recurrenceId));
    }
  }

  /** Spans among the dates of a series have a length of their own. */
  #takePeriods(component: ICAL.Component): void {
    for (const property of component.getAllProperties('rdate')) {
      const periods = property.getValues().filter((value) => value instanceof ICAL.Period);
      if (periods.length === 0) continue;
      component.removeProperty(property);
      if (this.#isBusy(component)) for (const period of periods) this.#addPeriod(period as ICAL.Period);
    }
  }

  /** What is left out of a series, at a moment or on a day. */
  #takeDates(component: ICAL.Component): ReadonlySet<string> {
    const left = new Set<string>();
    for (const property of component.getAllProperties('exdate')) {
      for (const value of property.getValues()) {
        if (value instanceof ICAL.Time) left.add(value.isDate ? dayOf(value) : keyOf(value));
      }
      component.removeProperty(property);
    }
    return left;
  }

  #add({ component, event, length }: Read, from: number): void {
    if (!this.#isBusy(component)) return;
    if (!event.startDate.isDate) {
      this.#keep({ from, until: from + length });
      return;
    }
    const zone = this.#about.wholeDays;
    const day = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone).toPlainDate();
    const end = day.add({ days: Math.max(1, Math.round(length)) }).toZonedDateTime(zone);
    this.#keep({ from, until: end.epochMilliseconds });
  }

  #addPeriod(period: ICAL.Period): void {
    this.#keep({ from: this.#momentOf(period.start), until: this.#momentOf(period.getEnd()) });
  }

  #keep({ from, until }: Span): void {
    const { between } = this.#about;
    if (from < until && until > between.from && from < between.until) this.spans.push({ from, until });
  }

  /** `OPAQUE` is the rule (RFC 5545, 3.8.2.7); Outlook says the same, and more, in a property of its own. */
  #isBusy(component: ICAL.Component): boolean {
    const textOf = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase();
    if (textOf('status') === 'CANCELLED' || textOf('transp') === 'TRANSPARENT') return false;
    if (['FREE', 'WORKINGELSEWHERE'].includes(textOf('x-microsoft-cdo-busystatus'))) return false;
    return !this.#isDeclined(component);
  }

  /** Declined by the owner, or by the only one who was asked. */
  #isDeclined(component: ICAL.Component): boolean {
    const asked = component.getAllProperties('attendee');
    return asked.some((attendee) => {
      if (String(attendee.getParameter('partstat') ?? '').toUpperCase() !== 'DECLINED') return false;
      const address = String(attendee.getFirstValue()).replace(/^mailto:/i, '');
      return asked.length === 1 || this.#about.owners.has(comparableEmail(address));
    });
  }

  #momentOf(time: ICAL.Time): number {
    const isFloating = time.zone === ICAL.Timezone.localTimezone;
    if (!time.isDate && !isFloating) return time.toUnixTime() * 1_000;
    const { year, month, day, hour, minute, second } = time;
    const wall = time.isDate ? { year, month, day } : { year, month, day, hour, minute, second };
    return Temporal.PlainDateTime.from(wall).toZonedDateTime(
      time.isDate ? this.#about.wholeDays : this.#about.floating,
    ).epochMilliseconds;
  }
}

const dayOf = ({ year, month, day }: ICAL.Time) => `${year}-${month}-${day}`;
const keyOf = (time: ICAL.Time) => (time.isDate ? dayOf(time) : String(time.toUnixTime()));

/** Of versions of one event those with the highest sequence; what only shares a UID stays. */
function latestOf(parts: readonly CalendarPart[]): CalendarPart[] {
  const idOf = ({ component }: CalendarPart) =>
    String(component.getFirstPropertyValue('recurrence-id') ?? '');
  const numberOf = ({ component }: CalendarPart) => Number(component.getFirstPropertyValue('sequence') ?? 0);
  return [...Map.groupBy(parts, idOf).values()].flatMap((versions) => {
    const latest = Math.max(...versions.map(numberOf));
    return versions.filter((part) => numberOf(part) === latest);
  });
}

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
