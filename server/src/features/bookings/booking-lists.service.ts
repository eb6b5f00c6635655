import { CONFIRM_HOURS } from '@atelier/domain/bookings/rules.ts';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import { notFound } from '@atelier/domain/errors.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  findBooking,
  listBookedBetween,
  listBookingsFrom,
  listBookingsOfEnquiry,
  listPastBookings,
  listUnconfirmed,
} from './bookings.repository.ts';
import type { BookingRow } from './bookings.table.ts';

/** Most calls in one of the studio's lists. */
const LISTED = 200;
const DAY_SECONDS = 24 * 3_600;

/** Calls as the studio and their visitors find them. */
export class BookingLists {
  readonly #deps: Pick<Platform, 'db' | 'clock'>;

  constructor(deps: Pick<Platform, 'db' | 'clock'>) {
    this.#deps = deps;
  }

  /** Throws not_found for an unknown id. */
  async get(id: string): Promise<BookingRow> {
    const booking = await findBooking(this.#deps.db, id);
    if (!booking) throw notFound();
    return booking;
  }

  /** Calls ahead, the soonest first; those that are over or cancelled, the latest first; those to be confirmed, the newest first. */
  async list(show: 'ahead' | 'past' | 'unconfirmed'): Promise<BookingRow[]> {
    const { db, clock } = this.#deps;
    const now = isoNow(clock);
    if (show === 'past') return listPastBookings(db, now, LISTED);
    if (show === 'unconfirmed') {
      const waiting = await listUnconfirmed(db, isoIn(clock, -CONFIRM_HOURS * 3_600), LISTED);
      return waiting.filter(({ starts_at }) => starts_at > now);
    }
    const ahead = await listBookedBetween(db, {
      // One that takes place now is still to be seen.
      from: isoIn(clock, -3_600),
      until: isoIn(clock, 366 * DAY_SECONDS),
      limit: LISTED,
    });
    return ahead.filter(({ ends_at }) => ends_at > now);
  }

  async listOfEnquiry(enquiryId: string): Promise<BookingRow[]> {
    return listBookingsOfEnquiry(this.#deps.db, enquiryId, LISTED);
  }

  /** Every call asked for with an address, oldest first, read in batches as the caller iterates. */
  readBookedFrom(email: string): AsyncGenerator<BookingRow> {
    return readInPages<BookingRow>((after, limit) =>
      listBookingsFrom(this.#deps.db, comparableEmail(email), after?.id, limit),
    );
  }
}
