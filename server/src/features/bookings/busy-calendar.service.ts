import { MAX_DAYS_AHEAD, type Span } from '@atelier/domain/bookings/rules.ts';
import type { CallSettingsReply } from '@atelier/domain/bookings/schema.ts';
import { parseEmailAddress } from '@atelier/domain/email-address.ts';
import type { MailPorts } from '../../core/feature.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import type { BusyTimesOrder } from './busy-times.ts';
import {
  countBusyTimes,
  deleteBusyCalendar,
  findBusyCalendar,
  findCallSettings,
  lockBusyCalendar,
  replaceBusyTimes,
  saveBusyCalendar,
  THE_ONLY,
  updateBusyCalendar,
} from './call-settings.repository.ts';
import { readCallSettings } from './offered-times.ts';
import { CalendarFault, type FetchCalendar } from './remote-calendar.ts';

/** How a calendar is read: over the network, and in a thread of its own. */
export interface CalendarReader {
  fetch: FetchCalendar;
  /** @throws if it isn't one, or takes too long */
  read(order: BusyTimesOrder): Promise<Span[]>;
}

export interface BusyCalendarDeps extends Pick<Platform, 'db' | 'clock' | 'log'> {
  secret: ServerSecret;
  mails: Pick<MailPorts, 'listStudioAddresses'>;
  reader: CalendarReader;
  callsChanged(trx: Trx): Promise<void>;
}

const DAY_MS = 24 * 3_600_000;
const PURPOSE = 'bookings.calendar';

/**
 * The owner's own calendar. Its busy times are kept until they are read again: while its server fails, visitors are
 * offered no time at which the owner was busy.
 */
export class BusyCalendarService {
  readonly #deps: BusyCalendarDeps;

  constructor(deps: BusyCalendarDeps) {
    this.#deps = deps;
  }

  /** The calendar without its address; null if there is none. */
  async look(): Promise<CallSettingsReply['calendar']> {
    const { db, clock } = this.#deps;
    const found = await findBusyCalendar(db);
    if (!found) return null;
    const busyTimes = await countBusyTimes(db, isoNow(clock));
    return { host: found.host, readAt: found.read_at, problem: found.problem, busyTimes };
  }

  /** Sets its address, and reads it once; what was known of another is forgotten. Empty for none. */
  async setAddress(address: string): Promise<void> {
    const { db, secret, callsChanged } = this.#deps;
    await transaction(db, async (trx) => {
      await deleteBusyCalendar(trx);
      if (address !== '') {
        await saveBusyCalendar(trx, {
          sealed_address: secret.seal(PURPOSE, THE_ONLY, Buffer.from(address)),
          host: new URL(address).host,
          tried_at: null,
          read_at: null,
          problem: null,
        });
      }
      await callsChanged(trx);
    });
    if (address !== '') await this.readAgain();
  }

  /** Reads the calendar. A failure is written down for the owner. A recurring job calls it. */
  async readAgain(): Promise<void> {
    const { db, clock, log } = this.#deps;
    const calendar = await findBusyCalendar(db);
    if (!calendar) return;
    const outcome = await this.#read(calendar.sealed_address).then(
      (spans) => ({ spans, problem: null }),
      (error: unknown) => {
        const problem = error instanceof CalendarFault ? error.message : 'It can’t be read.';
        // The address is a secret, and errors of the network have it.
        log.warn({ problem }, 'the owner’s calendar could not be read');
        return { spans: undefined, problem };
      },
    );
    await transaction(db, async (trx) => {
      const current = await lockBusyCalendar(trx);
      // It was replaced meanwhile.
      if (current?.sealed_address !== calendar.sealed_address) return;
      const now = isoNow(clock);
      const isRead = outcome.spans !== undefined;
      await updateBusyCalendar(trx, {
        tried_at: now,
        problem: outcome.problem,
        ...(isRead ? { read_at: now } : {}),
      });
      if (outcome.spans) await replaceBusyTimes(trx, outcome.spans.map(toRow));
      if (outcome.problem !== calendar.problem) await this.#deps.callsChanged(trx);
    });
  }

  async #read(sealed: string): Promise<Span[]> {
    const { db, clock, secret, reader, mails } = this.#deps;
    let address: string;
    try {
      address = secret.open(PURPOSE, THE_ONLY, sealed).toString();
    } catch (error) {
      throw new CalendarFault('Its address can’t be decrypted. Please enter it again.', error);
    }
    const { zone } = readCallSettings(await findCallSettings(db));
    const text = await reader.fetch(address);
    const now = clock.now().getTime();
    const between = { from: now - DAY_MS, until: now + (MAX_DAYS_AHEAD + 2) * DAY_MS };
    const addresses = [...(await mails.listStudioAddresses(db)), ...addressesIn(address)];
    return reader.read({ text, between, zone, addresses });
  }
}

/** The mail addresses in a calendar's own address, as Google's have their owner's. */
function addressesIn(address: string): string[] {
  const parts = new URL(address).pathname.split('/').map((part) => part.replaceAll('%40', '@'));
  return parts.flatMap((part) => parseEmailAddress(part) ?? []);
}

const toRow = ({ from, until }: Span) => ({
  id: newId(),
  starts_at: new Date(from).toISOString(),
  ends_at: new Date(until).toISOString(),
});
