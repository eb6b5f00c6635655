import { callReminderHours } from '@atelier/content/calls.ts';
import { dueCallReminder } from '@atelier/domain/bookings/rules.ts';
import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { remindOfCall, writeCallsToStudio } from './bookings.mails.ts';
import {
  deleteBookingsBefore,
  deleteUnconfirmedBefore,
  isCallNoticeDue,
  listBookedBetween,
  lockBooking,
  takeCallNotices,
} from './bookings.repository.ts';
import type { BookingsDeps } from './bookings.service.ts';
import type { BookingRow } from './bookings.table.ts';
import { tokenOfCall } from './call-link.ts';
import { findCallSettings } from './call-settings.repository.ts';
import { readCallSettings } from './offered-times.ts';

/** Most calls that one run looks at. */
const LOOKED_AT = 200;
const DAY_SECONDS = 24 * 3_600;

/** What becomes of calls by themselves, with time: recurring jobs call it. */
export class CallReminders {
  readonly #deps: Pick<BookingsDeps, 'db' | 'clock' | 'mails' | 'secret'>;

  constructor(deps: Pick<BookingsDeps, 'db' | 'clock' | 'mails' | 'secret'>) {
    this.#deps = deps;
  }

  /** Reminds of the calls that are near. */
  async remindDue(): Promise<void> {
    const { db, clock, mails, secret } = this.#deps;
    const first = Math.max(0, ...callReminderHours);
    const near = await listBookedBetween(db, {
      from: isoNow(clock),
      until: isoIn(clock, first * 3_600 + 1),
      limit: LOOKED_AT,
    });
    for (const { id } of near.filter((booking) => this.#dueReminder(booking) !== undefined)) {
      await transaction(db, async (trx) => {
        const booking = await lockBooking(trx, id);
        const hours = booking?.status === 'booked' ? this.#dueReminder(booking) : undefined;
        if (!booking || hours === undefined) return;
        const { zone, place } = readCallSettings(await findCallSettings(trx));
        await remindOfCall(mails, trx, { booking, zone, place, token: tokenOfCall(secret, id), hours });
      });
    }
  }

  /** Writes to the studio of the calls that were gathered, in one mail. */
  async tellGathered(): Promise<void> {
    const { db, clock, mails } = this.#deps;
    if (!(await isCallNoticeDue(db, isoNow(clock)))) return;
    await transaction(db, async (trx) => {
      const { zone, place } = readCallSettings(await findCallSettings(trx));
      const bookings = await takeCallNotices(trx);
      await writeCallsToStudio(mails, trx, { bookings, zone, place, by: 'visitor' });
    });
  }

  /** Deletes calls that were long ago, and those that nobody confirmed. */
  async deleteOld(): Promise<void> {
    const { db, clock } = this.#deps;
    await deleteBookingsBefore(db, isoIn(clock, -KEPT_DAYS.calls * DAY_SECONDS));
    await deleteUnconfirmedBefore(db, isoIn(clock, -KEPT_DAYS.unconfirmedCalls * DAY_SECONDS));
  }

  #dueReminder({ starts_at, arranged_at }: BookingRow): number | undefined {
    const times = { startsAt: starts_at, arrangedAt: arranged_at };
    return dueCallReminder(callReminderHours, times, isoNow(this.#deps.clock));
  }
}
