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

/** The calls that began before a moment, or were cancelled, the latest first. */
export async function listPastBookings(db: Db, now: string, limit: number): Promise<BookingRow[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
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

/** How many calls take place from a moment on: of one address, and of all. */
export async function countBookedFrom(
  db: Db,
  from: string,
  emailKey: string,
): Promise<{ own: number; all: number }> {
  const { own, all } = await db
    .selectFrom('bookings')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('email_key', '=', emailKey).as('own'),
    ])
    .where('status', '=', sql.lit('booked'))
    .where('starts_at', '>=', from)
    .executeTakeFirstOrThrow();
  return { own: Number(own), all: Number(all) };
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
