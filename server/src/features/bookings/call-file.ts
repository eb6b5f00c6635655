import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { MailAttachment } from '../../platform/mail/transport.ts';
import type { BookingRow } from './bookings.table.ts';

/** A call in one reader's calendar. */
export interface CallInCalendar {
  booking: Pick<BookingRow, 'id' | 'starts_at' | 'ends_at' | 'sequence' | 'status' | 'updated_at' | 'email'>;
  /** The host that makes the call's UID one of its own. */
  host: string;
  organizer: { name: string; email: string };
  /** Addresses that have the call in their calendars. */
  attendees: readonly string[];
  summary: string;
  description: string;
  place: string;
}

/** A call's UID without its host, the same in every file about it. */
export const callUid = (bookingId: string) => `call-${bookingId}`;

/**
 * The file that puts a call into a calendar, moves it or takes it out (RFC 5545 and 5546): its UID stays and its SEQUENCE rises. Times are
 * in UTC, which every program reads without a VTIMEZONE.
 */
export function createCallFile(call: CallInCalendar): MailAttachment {
  const { booking, host, organizer, attendees, place } = call;
  const isCancelled = booking.status === 'cancelled';
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ prodId: { company: 'Atelier', product: 'Calls', language: 'EN' }, method });
  calendar.createEvent({
    id: `${callUid(booking.id)}@${host}`,
    sequence: booking.sequence,
    stamp: new Date(booking.updated_at),
    start: new Date(booking.starts_at),
    end: new Date(booking.ends_at),
    summary: call.summary,
    description: call.description,
    ...(place === '' ? {} : { location: place }),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer,
    attendees: attendees.map((email) => ({ email, rsvp: false, status: ICalAttendeeStatus.ACCEPTED })),
  });
  return {
    name: 'call.ics',
    // Mail programs show what is to be done by the method.
    type: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from(calendar.toString()),
  };
}
