import { confirmableUntil, isCallAhead, MAX_MOVES } from '@atelier/domain/bookings/rules.ts';
import type { Booking, OwnBooking } from '@atelier/domain/bookings/schema.ts';
import type { BookingRow } from './bookings.table.ts';

/** A call as the studio sees it. */
export function presentBooking(row: BookingRow): Booking {
  return {
    _id: row.id,
    id: row.id,
    name: row.name,
    email: row.email,
    words: row.words,
    zone: row.zone,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    status: row.status,
    cancelledBy: row.cancelled_by,
    enquiryId: row.enquiry_id,
    createdAt: row.created_at,
  };
}

/** A call as its visitor sees it. */
export function presentOwnBooking(row: BookingRow, place: string, now: string): OwnBooking {
  const canChange = isCallAhead({ status: row.status, startsAt: row.starts_at }, now);
  return {
    name: row.name,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    status: row.status,
    place,
    canChange,
    canMove: canChange && row.moves < MAX_MOVES,
    canConfirm: row.status === 'unconfirmed' && confirmableUntil(row.created_at) > now,
  };
}
