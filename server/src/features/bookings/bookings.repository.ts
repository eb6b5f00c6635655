import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { BookingRow } from './bookings.table.ts';

export async function insertBooking(trx: Trx, booking: BookingRow): Promise<void> {
  await trx.insertInto('bookings').values(booking).execute();
}

export async function findBooking(db: Db, id: string): Promise<BookingRow | undefined> {
  return db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockBooking(trx: Trx, id: string): Promise<BookingRow | undefined> {
  return trx.selectFrom('bookings').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The call of a mail's link. */
export async function findBookingByLink(db: Db, linkHash: string): Promise<BookingRow | undefined> {
  return db.selectFrom('bookings').selectAll().where('link_hash', '=', linkHash).executeTakeFirst();
}

/** Changes a row that the caller has locked. */
export async function updateBooking(
  trx: Trx,
  id: string,
  change: Partial<Omit<BookingRow, 'id' | 'created_at'>>,
): Promise<BookingRow> {
  return trx
    .updateTable('bookings')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The calls that take place and begin in a span, the soonest first. */
export async function listBookedBetween(
  db: Db,
  { from, until, limit }: { from: string; until: string; limit: number },
): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', sql.lit('booked'))
    .where('starts_at', '>=', from)
    .where('starts_at', '<', until)
    .orderBy('starts_at')
    .limit(limit)
    .execute();
}

/** The spans of unconfirmed calls that keep their time from others at a moment. */
export async function listHeld(
  db: Db,
  now: string,
): Promise<Pick<BookingRow, 'id' | 'starts_at' | 'ends_at'>[]> {
  return db
    .selectFrom('bookings')
    .select(['id', 'starts_at', 'ends_at'])
    .where('held_until', '>', now)
    .where('status', '=', 'unconfirmed')
    .execute();
}

/** The calls that were asked for after a moment and that nobody has confirmed, the newest first. */
export async function listUnconfirmed(db: Db, since: string, limit: number): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('never_confirmed', '=', sql.lit(1))
    .where('status', '=', 'unconfirmed')
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
}

/** The calls that an address has asked for since a moment, at one time, and that weren't cancelled. */
export async function listSameBookings(
  db: Db,
  { emailKey, startsAt, since }: { emailKey: string; startsAt: string; since: string },
): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('starts_at', '=', startsAt)
    .where('created_at', '>=', since)
    .where('status', '!=', 'cancelled')
    .execute();
}

/** Whether the studio is to hear of gathered calls by now. */
export async function isCallNoticeDue(db: Db, now: string): Promise<boolean> {
  const found = await db
    .selectFrom('bookings')
    .select('id')
    .where('notice_due_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes the calls that the studio is to hear of together. */
export async function takeCallNotices(trx: Trx): Promise<BookingRow[]> {
  return trx
    .updateTable('bookings')
    .set({ notice_due_at: null })
    .where('notice_due_at', 'is not', null)
    .returningAll()
    .execute();
}

/** The calls that began before a moment, or were cancelled once confirmed, the latest first. */
export async function listPastBookings(db: Db, now: string, limit: number): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('never_confirmed', '=', 0)
    .where((eb) => eb.or([eb('starts_at', '<=', now), eb('status', '=', 'cancelled')]))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The calls of an enquiry, the latest first. */
export async function listBookingsOfEnquiry(db: Db, enquiryId: string, limit: number): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .orderBy('starts_at', 'desc')
    .limit(limit)
    .execute();
}

/** Has the calls of an enquiry stand by themselves. */
export async function forgetEnquiryOfCalls(trx: Trx, enquiryId: string): Promise<void> {
  await trx.updateTable('bookings').set({ enquiry_id: null }).where('enquiry_id', '=', enquiryId).execute();
}

/** How many calls of an address take place from a moment on. */
export async function countBookedFrom(db: Db, from: string, emailKey: string): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email_key', '=', emailKey)
    .where('status', '=', 'booked')
    .where('starts_at', '>=', from)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Every call that was booked with an address, oldest first, after an id. */
export async function listBookingsFrom(
  db: Db,
  emailKey: string,
  afterId: string | undefined,
  limit: number,
): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('id', '>', afterId ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Deletes the calls that began before a moment. */
export async function deleteBookingsBefore(db: Db, moment: string): Promise<void> {
  await db.deleteFrom('bookings').where('starts_at', '<', moment).execute();
}

/** Deletes the calls that were asked for before a moment and never confirmed. */
export async function deleteUnconfirmedBefore(db: Db, moment: string): Promise<void> {
  await db
    .deleteFrom('bookings')
    .where('never_confirmed', '=', sql.lit(1))
    .where('created_at', '<', moment)
    .execute();
}
