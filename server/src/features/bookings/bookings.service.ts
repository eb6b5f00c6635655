import {
  type CallSettings,
  type CallSide,
  CONFIRM_HOURS,
  confirmableUntil,
  heldUntil,
  isCallAhead,
  MAX_CALLS_AHEAD_EACH,
  MAX_MOVES,
} from '@atelier/domain/bookings/rules.ts';
import type { CreateBooking, OfferedTimes } from '@atelier/domain/bookings/schema.ts';
import { AppError, notFound } from '@atelier/domain/errors.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { ClientFacts } from '../../platform/http/client.ts';
import { newId } from '../../platform/ids.ts';
import { hashSecret } from '../../platform/link-secret.ts';
import type { Platform } from '../../platform/platform.ts';
import { askToConfirm } from './bookings.mails.ts';
import {
  countBookedFrom,
  findBookingByLink,
  insertBooking,
  listSameBookings,
  lockBooking,
  updateBooking,
} from './bookings.repository.ts';
import type { BookingRow } from './bookings.table.ts';
import { CallAnnouncer, type CallAnnouncerDeps } from './call-announcer.ts';
import { tokenOfCall } from './call-link.ts';
import { findCallSettings, lockCallSettings, saveCallSettings } from './call-settings.repository.ts';
import {
  type CallAsked,
  type CallTimes,
  readCallSettings,
  readCallTimes,
  requireFree,
  storedCallSettings,
  timeTaken,
} from './offered-times.ts';

export interface BookingsDeps extends CallAnnouncerDeps, Pick<Platform, 'db'> {
  /** The enquiry of an address, or a new one that says when the call is. Returns its id. */
  findEnquiry(trx: Trx, call: CallOfEnquiry): Promise<string>;
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

/** For so long the same booking is one whose reply was lost. */
const REPEAT_SECONDS = 600;

/** A call without the facts of a browser: the studio's own press says nothing of the visitor's. */
const NO_BROWSER: ClientFacts = { address: '', userAgent: undefined, referer: undefined };

const isOver = () => new AppError('invalid_transition', 'The call has begun, or was cancelled.');
const isLate = () =>
  new AppError(
    'link_expired',
    `This link worked for ${CONFIRM_HOURS} hours, and the call wasn’t confirmed. You can book another.`,
  );

/**
 * Calls that visitors book. Booking, confirming and moving lock the settings first, so that one follows the other, and look for the
 * time among those that are free then: no two get the same. A call whose address nobody has shown to be theirs is unconfirmed: it
 * may hold its time for a while, and has neither enquiry nor calendar file.
 */
export class BookingsService {
  readonly #deps: BookingsDeps;
  readonly #announcer: CallAnnouncer;

  constructor(deps: BookingsDeps) {
    this.#deps = deps;
    this.#announcer = new CallAnnouncer(deps);
  }

  /** When a call can begin. @param except the call that is moved: its own time doesn't count as taken */
  async listTimes(except?: string): Promise<OfferedTimes> {
    return (await this.#readTimes(this.#deps.db, await this.readSettings(), { except })).offered;
  }

  async readSettings(): Promise<CallSettings> {
    return readCallSettings(await findCallSettings(this.#deps.db));
  }

  async setSettings(settings: CallSettings): Promise<void> {
    const { db, clock, callsChanged } = this.#deps;
    await transaction(db, async (trx) => {
      await saveCallSettings(trx, storedCallSettings(settings, isoNow(clock)));
      await callsChanged(trx);
    });
  }

  /**
   * Books a call, or has its address confirm it first. The same sent again changes nothing: its first reply was lost. One with a
   * filled honeypot comes from a bot and is silently dropped. The time is looked at before the address, so that no refusal tells
   * whether an address has calls.
   * @throws time_taken, limit_reached for a proven address
   */
  async book(sent: CreateBooking, { client, isProven }: { client: ClientFacts; isProven: boolean }) {
    if (sent.botfield !== '') return;
    const { db, clock } = this.#deps;
    await this.#claiming(() =>
      transaction(db, async (trx) => {
        const settings = readCallSettings(await lockCallSettings(trx));
        const now = isoNow(clock);
        if (await this.#isRepeated(trx, sent)) return;
        const times = await this.#readTimes(trx, settings);
        const span = requireFree(times, sent.startsAt);
        const { name, email, words, zone } = sent;
        const id = newId();
        const booking: BookingRow = {
          id,
          enquiry_id: null,
          ...{ name, email, words, zone },
          email_key: email,
          ...span,
          status: 'unconfirmed',
          cancelled_by: null,
          sequence: 0,
          moves: 0,
          link_hash: hashSecret(this.#tokenOf(id)),
          arranged_at: now,
          never_confirmed: 1,
          held_until: !isProven && times.mayHold(span.starts_at) ? heldUntil(now) : null,
          notice_due_at: null,
          created_at: now,
          updated_at: now,
        };
        await insertBooking(trx, booking);
        if (isProven) {
          await this.#settle(trx, { booking, settings, client, by: 'visitor' });
        } else {
          await askToConfirm(this.#deps.mails, trx, { booking, token: this.#tokenOf(id) });
          await this.#deps.callsChanged(trx);
        }
      }),
    );
  }

  /** The call of a link, and when else it could be. @throws not_found for a wrong link, and once the call is over */
  async findOwn(token: string) {
    const { db } = this.#deps;
    const booking = this.#requireAlive(await findBookingByLink(db, hashSecret(token)));
    const settings = await this.readSettings();
    return { booking, settings, offered: (await this.#readTimesOf(db, settings, booking)).offered };
  }

  /**
   * Confirms the call of a link, at another time where one is chosen. Again, or once the studio has confirmed it, changes nothing.
   * @throws not_found, invalid_transition, link_expired, time_taken, limit_reached
   */
  async confirmOwn(token: string, chosen: { startsAt?: string; zone?: string }, client: ClientFacts) {
    const { id } = this.#requireAlive(await findBookingByLink(this.#deps.db, hashSecret(token)));
    return this.#confirm(id, { ...chosen, client, by: 'visitor' });
  }

  /** Confirms a call for its visitor. @throws not_found, invalid_transition, time_taken */
  async confirm(id: string): Promise<BookingRow> {
    return (await this.#confirm(id, { client: NO_BROWSER, by: 'studio' })).booking;
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

  /** Cancels those that are ahead or unconfirmed, with one mail to each visitor who had confirmed, and one to the studio. */
  async cancelSeveral(ids: readonly string[], note: string): Promise<BookingRow[]> {
    return transaction(this.#deps.db, async (trx) => {
      const settings = readCallSettings(await findCallSettings(trx));
      const cancelled: BookingRow[] = [];
      // In one order, so that two presses at once don't wait for each other.
      for (const id of [...new Set(ids)].sort()) {
        const before = await lockBooking(trx, id);
        if (!before || !this.#canBeCancelled(before)) continue;
        cancelled.push(await this.#markCancelled(trx, before, 'studio'));
      }
      await this.#announcer.announceCancelled(trx, { bookings: cancelled, note, settings });
      return cancelled;
    });
  }

  async #confirm(
    id: string,
    press: { startsAt?: string | undefined; zone?: string | undefined; client: ClientFacts; by: CallSide },
  ) {
    const { db, clock } = this.#deps;
    const { by, zone, client } = press;
    return this.#claiming(() =>
      transaction(db, async (trx) => {
        const stored = readCallSettings(await lockCallSettings(trx));
        const found = await lockBooking(trx, id);
        if (!found) throw notFound();
        if (found.status === 'booked') return { booking: found, settings: stored };
        if (found.status === 'cancelled') throw isOver();
        const isExpired = confirmableUntil(found.created_at) <= isoNow(clock);
        if (by === 'visitor' && isExpired) throw isLate();
        // The studio needs no notice of its own.
        const settings = by === 'studio' ? { ...stored, noticeHours: 0 } : stored;
        const span = requireFree(
          await this.#readTimesOf(trx, settings, found),
          press.startsAt ?? found.starts_at,
        );
        if (by === 'visitor') await this.#requireRoom(trx, found.email_key);
        const booking = { ...found, ...span, ...(zone ? { zone } : {}) };
        return {
          booking: await this.#settle(trx, { booking, settings: stored, client, by }),
          settings: stored,
        };
      }),
    );
  }

  /** Makes an unconfirmed call a booked one, with its enquiry and the mails to both sides. */
  async #settle(
    trx: Trx,
    {
      booking: { id, name, email, words, starts_at, ends_at, zone, email_key },
      settings,
      client,
      by,
    }: { booking: BookingRow; settings: CallSettings; client: ClientFacts; by: CallSide },
  ): Promise<BookingRow> {
    const now = isoNow(this.#deps.clock);
    const call = { name, email, words, startsAt: starts_at, zone: settings.zone, client };
    const booking = await updateBooking(trx, id, {
      ...{ starts_at, ends_at, zone, email_key },
      enquiry_id: await this.#deps.findEnquiry(trx, call),
      status: 'booked',
      never_confirmed: 0,
      held_until: null,
      arranged_at: now,
      updated_at: now,
    });
    await this.#announcer.announce(trx, 'booked', { booking, settings, by });
    return booking;
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
        const span = requireFree(await this.#readTimes(trx, settings, { except: id }), startsAt);
        const booking = await updateBooking(trx, id, {
          ...span,
          ...(zone ? { zone } : {}),
          moves: found.moves + (by === 'visitor' ? 1 : 0),
          sequence: found.sequence + 1,
          arranged_at: isoNow(clock),
          updated_at: isoNow(clock),
        });
        await this.#announcer.announce(trx, 'moved', { booking, settings, by });
        return { booking, settings };
      }),
    );
  }

  async #cancel(id: string, { by, note = '' }: { by: CallSide; note?: string }) {
    const { db, callsChanged } = this.#deps;
    return transaction(db, async (trx) => {
      const settings = readCallSettings(await findCallSettings(trx));
      const before = await lockBooking(trx, id);
      if (!before) throw notFound();
      if (before.status === 'cancelled') return { booking: before, settings };
      if (!this.#canBeCancelled(before)) throw isOver();
      const booking = await this.#markCancelled(trx, before, by);
      // Nobody was told of one that was never confirmed, and its address may be a stranger's.
      if (booking.never_confirmed === 1) await callsChanged(trx);
      else await this.#announcer.announce(trx, 'cancelled', { booking, settings, by, note });
      return { booking, settings };
    });
  }

  #canBeCancelled({ status, starts_at }: BookingRow): boolean {
    const now = isoNow(this.#deps.clock);
    return status === 'unconfirmed' || isCallAhead({ status, startsAt: starts_at }, now);
  }

  #markCancelled(trx: Trx, { id, sequence }: BookingRow, by: CallSide): Promise<BookingRow> {
    return updateBooking(trx, id, {
      status: 'cancelled',
      cancelled_by: by,
      held_until: null,
      sequence: sequence + 1,
      updated_at: isoNow(this.#deps.clock),
    });
  }

  /** A link opens its call until that is over; one that nobody has confirmed, as long as it is on record. */
  #requireAlive(booking: BookingRow | undefined): BookingRow {
    const now = isoNow(this.#deps.clock);
    if (!booking || (booking.status !== 'unconfirmed' && booking.ends_at <= now)) throw notFound();
    return booking;
  }

  async #lockAhead(trx: Trx, id: string): Promise<BookingRow> {
    const booking = await lockBooking(trx, id);
    if (!booking) throw notFound();
    const { status, starts_at } = booking;
    if (!isCallAhead({ status, startsAt: starts_at }, isoNow(this.#deps.clock))) throw isOver();
    return booking;
  }

  /** Whether this very call was asked for a moment ago. Only its sender knows all of its words, so nobody else learns whose a time is. */
  async #isRepeated(trx: Trx, { name, email, words, startsAt }: CreateBooking): Promise<boolean> {
    const found = await listSameBookings(trx, {
      emailKey: email,
      startsAt: new Date(startsAt).toISOString(),
      since: isoIn(this.#deps.clock, -REPEAT_SECONDS),
    });
    return found.some((row) => row.name === name && row.email === email && row.words === words);
  }

  /** @throws limit_reached */
  async #requireRoom(trx: Trx, emailKey: string): Promise<void> {
    const ahead = await countBookedFrom(trx, isoNow(this.#deps.clock), emailKey);
    if (ahead < MAX_CALLS_AHEAD_EACH) return;
    throw new AppError(
      'limit_reached',
      'You already have calls ahead with this address. Move one of them with the link in its email.',
    );
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

  #readTimes(db: Db, settings: CallSettings, asked: CallAsked = {}): Promise<CallTimes> {
    return readCallTimes(db, settings, { ...asked, now: this.#deps.clock.now().getTime() });
  }

  /** When a call can be, its own time among them. For a while the notice counts from when it was asked for. */
  #readTimesOf(db: Db, settings: CallSettings, booking: BookingRow): Promise<CallTimes> {
    const { id, status, starts_at, created_at } = booking;
    const isFresh = status === 'unconfirmed' && heldUntil(created_at) > isoNow(this.#deps.clock);
    const askedAt = isFresh ? Date.parse(created_at) : undefined;
    return this.#readTimes(db, settings, { except: id, ownTime: starts_at, askedAt });
  }

  #tokenOf(bookingId: string): string {
    return tokenOfCall(this.#deps.secret, bookingId);
  }
}
