import { callReminderHours } from '@atelier/content/calls.ts';
import {
  type CallSettings,
  type CallSide,
  dueCallReminder,
  isCallAhead,
  isLinkAlive,
  MAX_CALLS_AHEAD,
  MAX_CALLS_AHEAD_EACH,
  MAX_MOVES,
} from '@atelier/domain/bookings/rules.ts';
import type { CreateBooking, OfferedTimes } from '@atelier/domain/bookings/schema.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import { KEPT_DAYS } from '@atelier/domain/retention.ts';
import type { MailPorts } from '../../core/feature.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { readInPages } from '../../platform/db/read-in-pages.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import { newId } from '../../platform/ids.ts';
import { hashSecret } from '../../platform/link-secret.ts';
import { isMailAddress } from '../../platform/mail/transport.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import { announceCall, type CallChange, type CallNews, remindOfCall } from './bookings.mails.ts';
import {
  countBookedFrom,
  deleteBookingsBefore,
  findBooking,
  findBookingByLink,
  insertBooking,
  listBookedBetween,
  listBookingsFrom,
  listBookingsOfEnquiry,
  listPastBookings,
  lockBooking,
  updateBooking,
} from './bookings.repository.ts';
import type { BookingRow } from './bookings.table.ts';
import { findCallSettings, lockCallSettings, saveCallSettings } from './call-settings.repository.ts';
import { findOfferedTimes, readCallSettings } from './offered-times.ts';

export interface BookingsDeps extends Pick<Platform, 'db' | 'clock'> {
  mails: MailPorts;
  secret: ServerSecret;
  /** The enquiry of an address, or a new one that says when the call is. Returns its id. */
  findEnquiry(trx: Trx, call: CallOfEnquiry): Promise<string>;
  /** Called in the transaction of each change. */
  callsChanged(trx: Trx): Promise<void>;
}

/** What an enquiry says of a call. */
interface CallOfEnquiry {
  name: string;
  email: string;
  words: string;
  startsAt: string;
  /** The owner's zone. */
  zone: string;
  client: ClientFacts;
}

/** Most calls in one of the studio's lists. */
const LISTED = 200;
const DAY_SECONDS = 24 * 3_600;
/** For so long the same booking is one whose reply was lost. */
const REPEAT_SECONDS = 600;

const timeTaken = () => new AppError('time_taken', 'That time isn’t free any more. Please choose another.');
const isOver = () => new AppError('invalid_transition', 'The call has begun, or was cancelled.');

/**
 * Calls that visitors book. Booking and moving lock the settings first, so that one follows the other, and look for the time among
 * those that are free then: no two get the same.
 */
export class BookingsService {
  readonly #deps: BookingsDeps;

  constructor(deps: BookingsDeps) {
    this.#deps = deps;
  }

  /** When a call can begin. @param except the call that is moved: its own time doesn't count as taken */
  async listTimes(except?: string): Promise<OfferedTimes> {
    return this.#offer(this.#deps.db, await this.readSettings(), except);
  }

  async readSettings(): Promise<CallSettings> {
    return readCallSettings(await findCallSettings(this.#deps.db));
  }

  async setSettings(settings: CallSettings): Promise<void> {
    const { db, clock, callsChanged } = this.#deps;
    await transaction(db, async (trx) => {
      await saveCallSettings(trx, {
        zone: settings.zone,
        hours: JSON.stringify(settings.hours),
        exceptions: JSON.stringify(settings.exceptions),
        length_minutes: settings.lengthMinutes,
        buffer_minutes: settings.bufferMinutes,
        notice_hours: settings.noticeHours,
        days_ahead: settings.daysAhead,
        place: settings.place,
        updated_at: isoNow(clock),
      });
      await callsChanged(trx);
    });
  }

  /**
   * Books a call. The same sent again changes nothing: its first reply was lost. One with a filled honeypot comes from a bot and is
   * silently dropped.
   * @throws time_taken, limit_reached, validation_failed
   */
  async book(sent: CreateBooking, client: ClientFacts): Promise<void> {
    if (sent.botfield !== '') return;
    const { db, clock, findEnquiry } = this.#deps;
    if (!isMailAddress(sent.email)) {
      throw new AppError('validation_failed', 'Enter a valid email.', {
        issues: [{ path: 'email', message: 'Enter a valid email.' }],
      });
    }
    await this.#claiming(() =>
      transaction(db, async (trx) => {
        const settings = readCallSettings(await lockCallSettings(trx));
        const now = isoNow(clock);
        if (await this.#isRepeated(trx, sent)) return;
        await this.#requireRoom(trx, sent.email.toLowerCase());
        const span = await this.#requireFree(trx, settings, sent.startsAt);
        const { name, email, words, zone } = sent;
        const call = { name, email, words, startsAt: span.starts_at, zone: settings.zone, client };
        const id = newId();
        const booking: BookingRow = {
          id,
          enquiry_id: await findEnquiry(trx, call),
          ...{ name, email, words, zone },
          email_key: email.toLowerCase(),
          ...span,
          status: 'booked',
          cancelled_by: null,
          sequence: 0,
          moves: 0,
          link_hash: hashSecret(this.#tokenOf(id)),
          arranged_at: now,
          created_at: now,
          updated_at: now,
        };
        await insertBooking(trx, booking);
        await this.#announce(trx, 'booked', { booking, settings, by: 'visitor' });
      }),
    );
  }

  /** The call of a link, and when else it could be. @throws not_found for a wrong link, and once the call is over */
  async findOwn(token: string) {
    const { db } = this.#deps;
    const booking = this.#requireAlive(await findBookingByLink(db, hashSecret(token)));
    const settings = await this.readSettings();
    return { booking, settings, offered: await this.#offer(db, settings, booking.id) };
  }

  /** @throws not_found, invalid_transition, limit_reached, time_taken */
  async moveOwn(token: string, to: { startsAt: string; zone: string }) {
    const { id } = this.#requireAlive(await findBookingByLink(this.#deps.db, hashSecret(token)));
    return this.#move(id, { ...to, by: 'visitor' });
  }

  /** @throws not_found, invalid_transition */
  async cancelOwn(token: string) {
    const { id } = this.#requireAlive(await findBookingByLink(this.#deps.db, hashSecret(token)));
    return this.#cancel(id, { by: 'visitor' });
  }

  /** @throws not_found, invalid_transition, time_taken */
  async move(id: string, startsAt: string): Promise<BookingRow> {
    return (await this.#move(id, { startsAt, by: 'studio' })).booking;
  }

  /** @throws not_found, invalid_transition */
  async cancel(id: string, note: string): Promise<BookingRow> {
    return (await this.#cancel(id, { by: 'studio', note })).booking;
  }

  /** Throws not_found for an unknown id. */
  async get(id: string): Promise<BookingRow> {
    const booking = await findBooking(this.#deps.db, id);
    if (!booking) throw notFound();
    return booking;
  }

  /** Calls ahead, the soonest first; those that are over or cancelled, the latest first. */
  async list(show: 'ahead' | 'past'): Promise<BookingRow[]> {
    const { db, clock } = this.#deps;
    const now = isoNow(clock);
    if (show === 'past') return listPastBookings(db, now, LISTED);
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

  /** Every call booked with an address, oldest first, read in batches as the caller iterates. */
  readBookedFrom(email: string): AsyncGenerator<BookingRow> {
    return readInPages<BookingRow>((after, limit) =>
      listBookingsFrom(this.#deps.db, email.toLowerCase(), after?.id, limit),
    );
  }

  /** Reminds of the calls that are near. A recurring job calls it. */
  async remindDue(): Promise<void> {
    const { db, clock } = this.#deps;
    const first = Math.max(0, ...callReminderHours);
    const near = await listBookedBetween(db, {
      from: isoNow(clock),
      until: isoIn(clock, first * 3_600 + 1),
      limit: LISTED,
    });
    for (const { id } of near.filter((booking) => this.#dueReminder(booking) !== undefined)) {
      await transaction(db, async (trx) => {
        const booking = await lockBooking(trx, id);
        const hours = booking?.status === 'booked' ? this.#dueReminder(booking) : undefined;
        if (!booking || hours === undefined) return;
        const { zone, place } = readCallSettings(await findCallSettings(trx));
        const token = this.#tokenOf(id);
        await remindOfCall(this.#deps.mails, trx, { booking, zone, place, token, hours });
      });
    }
  }

  /** Deletes calls that were long ago. A recurring job calls it. */
  async deleteOld(): Promise<void> {
    await deleteBookingsBefore(this.#deps.db, isoIn(this.#deps.clock, -KEPT_DAYS.calls * DAY_SECONDS));
  }

  #dueReminder({ starts_at, arranged_at }: BookingRow): number | undefined {
    const times = { startsAt: starts_at, arrangedAt: arranged_at };
    return dueCallReminder(callReminderHours, times, isoNow(this.#deps.clock));
  }

  async #move(id: string, { startsAt, zone, by }: { startsAt: string; zone?: string; by: CallSide }) {
    const { db, clock } = this.#deps;
    return this.#claiming(() =>
      transaction(db, async (trx) => {
        const settings = readCallSettings(await lockCallSettings(trx));
        const found = await this.#lockAhead(trx, id);
        if (found.starts_at === new Date(startsAt).toISOString()) return { booking: found, settings };
        if (by === 'visitor' && found.moves >= MAX_MOVES) {
          throw new AppError('limit_reached', 'This call was moved too often. Please write to me instead.');
        }
        const span = await this.#requireFree(trx, settings, startsAt, id);
        const booking = await updateBooking(trx, id, {
          ...span,
          ...(zone ? { zone } : {}),
          moves: found.moves + (by === 'visitor' ? 1 : 0),
          sequence: found.sequence + 1,
          arranged_at: isoNow(clock),
          updated_at: isoNow(clock),
        });
        await this.#announce(trx, 'moved', { booking, settings, by });
        return { booking, settings };
      }),
    );
  }

  async #cancel(id: string, { by, note }: { by: CallSide; note?: string }) {
    const { db, clock } = this.#deps;
    return transaction(db, async (trx) => {
      const settings = readCallSettings(await findCallSettings(trx));
      const before = await lockBooking(trx, id);
      if (!before) throw notFound();
      if (before.status === 'cancelled') return { booking: before, settings };
      if (!isCallAhead({ status: before.status, startsAt: before.starts_at }, isoNow(clock))) throw isOver();
      const booking = await updateBooking(trx, id, {
        status: 'cancelled',
        cancelled_by: by,
        sequence: before.sequence + 1,
        updated_at: isoNow(clock),
      });
      await this.#announce(trx, 'cancelled', { booking, settings, by, ...(note ? { note } : {}) });
      return { booking, settings };
    });
  }

  async #announce(
    trx: Trx,
    change: CallChange,
    { settings, ...news }: Pick<CallNews, 'booking' | 'by' | 'note'> & { settings: CallSettings },
  ): Promise<void> {
    const { zone, place } = settings;
    const token = this.#tokenOf(news.booking.id);
    await announceCall(this.#deps.mails, trx, change, { ...news, zone, place, token });
    await this.#deps.callsChanged(trx);
  }

  #requireAlive(booking: BookingRow | undefined): BookingRow {
    const isAlive = booking && isLinkAlive({ endsAt: booking.ends_at }, isoNow(this.#deps.clock));
    if (!isAlive) throw notFound();
    return booking;
  }

  async #lockAhead(trx: Trx, id: string): Promise<BookingRow> {
    const booking = await lockBooking(trx, id);
    if (!booking) throw notFound();
    const { status, starts_at } = booking;
    if (!isCallAhead({ status, startsAt: starts_at }, isoNow(this.#deps.clock))) throw isOver();
    return booking;
  }

  /** Whether this very call was booked a moment ago. Only its sender knows all of its words, so nobody else learns whose a time is. */
  async #isRepeated(trx: Trx, { name, email, words, startsAt }: CreateBooking): Promise<boolean> {
    const start = new Date(startsAt).getTime();
    const [from, until] = [new Date(start).toISOString(), new Date(start + 1).toISOString()];
    const [found] = await listBookedBetween(trx, { from, until, limit: 1 });
    if (!found || found.created_at < isoIn(this.#deps.clock, -REPEAT_SECONDS)) return false;
    return found.name === name && found.email === email && found.words === words;
  }

  /** A call's beginning and end, if it can begin then. */
  async #requireFree(trx: Trx, settings: CallSettings, startsAt: string, except?: string) {
    const { times, lengthMinutes } = await this.#offer(trx, settings, except);
    const start = new Date(startsAt);
    const starts_at = start.toISOString();
    if (!times.includes(starts_at)) throw timeTaken();
    return { starts_at, ends_at: new Date(start.getTime() + lengthMinutes * 60_000).toISOString() };
  }

  /** @throws limit_reached */
  async #requireRoom(trx: Trx, emailKey: string): Promise<void> {
    const { own, all } = await countBookedFrom(trx, isoNow(this.#deps.clock), emailKey);
    if (own >= MAX_CALLS_AHEAD_EACH) {
      throw new AppError(
        'limit_reached',
        'You already have calls ahead with this address. Move one of them with the link in its email.',
      );
    }
    if (all >= MAX_CALLS_AHEAD) throw new AppError('limit_reached', 'No more calls can be booked for now.');
  }

  /** Both ways in which a time can be taken by another are one failure. */
  async #claiming<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (isUniqueViolation(error, 'bookings', ['starts_at'])) throw timeTaken();
      throw error;
    }
  }

  #offer(db: Db, settings: CallSettings, except?: string): Promise<OfferedTimes> {
    return findOfferedTimes(db, settings, { now: this.#deps.clock.now().getTime(), except });
  }

  /** The secret of a call's link, which only this installation can make again: reminders have it, too. */
  #tokenOf(bookingId: string): string {
    return this.#deps.secret.hmac('bookings.link', bookingId).toString('base64url');
  }
}
