import { API_PREFIX } from '@atelier/domain/api.ts';
import { notFound } from '@atelier/domain/errors.ts';
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import { lockOwnAccount } from '../../core/accounts/own-account.ts';
import type { MailPorts } from '../../core/feature.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { hashSecret, newSecret } from '../../platform/link-secret.ts';
import type { Platform } from '../../platform/platform.ts';
import { mailNewAddress } from './calendar-feeds.mails.ts';
import { deleteFeed, findFeed, findFeedByToken, saveFeed } from './calendar-feeds.repository.ts';

/** Something in a calendar. */
export interface CalendarEntry {
  /** Unique and lasting, without a host. */
  key: string;
  title: string;
  description?: string;
  place?: string;
  /** A page of the product. */
  url: string;
  /** From one moment to another, or on a day such as 2030-01-31. */
  when: { startsAt: string; endsAt: string } | { on: string };
  sequence?: number;
}

export interface CalendarFeedsDeps extends Pick<Platform, 'db' | 'clock'> {
  mails: MailPorts;
  studioName: string;
  /** Lists the entries of an account's calendar; undefined for one that may not sign in. A workflow implements it. */
  listEntries(db: Db, accountId: string): Promise<readonly CalendarEntry[] | undefined>;
  /** Another one after a new password, a global sign-out and a changed factor. */
  findSignInVersion(db: Db, accountId: string): Promise<number>;
}

/** How often calendar programs are asked to look again, in seconds. */
const REFRESH_SECONDS = 3_600;

/** Each account's own calendar under a secret address. Only its hash is kept, so that it is shown once. */
export class CalendarFeedsService {
  readonly #deps: CalendarFeedsDeps;

  constructor(deps: CalendarFeedsDeps) {
    this.#deps = deps;
  }

  async find(accountId: string): Promise<{ createdAt: string | null }> {
    const { db, findSignInVersion } = this.#deps;
    const feed = await findFeed(db, accountId);
    const isGoing = feed?.sign_in_version === (await findSignInVersion(db, accountId));
    return { createdAt: feed && isGoing ? feed.created_at : null };
  }

  /** Makes an address, and mails that it did; an earlier one of the account stops working. @throws unauthenticated */
  async renew(accountId: string): Promise<{ createdAt: string; address: string }> {
    const { db, clock, mails, findSignInVersion } = this.#deps;
    const token = newSecret();
    const createdAt = isoNow(clock);
    await transaction(db, async (trx) => {
      const { email } = await lockOwnAccount(trx, accountId);
      await saveFeed(trx, accountId, {
        token_hash: hashSecret(token),
        sign_in_version: await findSignInVersion(trx, accountId),
        created_at: createdAt,
      });
      await mailNewAddress(mails, trx, email);
    });
    return { createdAt, address: `${mails.publicUrl}${API_PREFIX}/calendar/${token}.ics` };
  }

  /** Ends the account's address. @throws unauthenticated */
  async delete(accountId: string): Promise<void> {
    await transaction(this.#deps.db, async (trx) => {
      await lockOwnAccount(trx, accountId);
      await deleteFeed(trx, accountId);
    });
  }

  /** The calendar of an address as a file. @throws not_found */
  async read(token: string): Promise<string> {
    const { db, clock, mails, studioName, listEntries, findSignInVersion } = this.#deps;
    const { publicUrl } = mails;
    const feed = await findFeedByToken(db, hashSecret(token));
    const isGoing = feed && feed.sign_in_version === (await findSignInVersion(db, feed.account_id));
    const entries = isGoing ? await listEntries(db, feed.account_id) : undefined;
    if (!entries) throw notFound();
    const host = new URL(publicUrl).hostname;
    const calendar = ical({
      prodId: { company: 'Atelier', product: 'Calendar', language: 'EN' },
      method: ICalCalendarMethod.PUBLISH,
      name: studioName,
      ttl: REFRESH_SECONDS,
    });
    for (const { key, title, description, place, url, when, sequence = 0 } of entries) {
      calendar.createEvent({
        id: `${key}@${host}`,
        sequence,
        stamp: clock.now(),
        summary: title,
        ...(description ? { description } : {}),
        ...(place ? { location: place } : {}),
        url: `${publicUrl}${url}`,
        ...('on' in when
          ? // Nobody is busy for the whole day on which something is due.
            { start: when.on, allDay: true, transparency: ICalEventTransparency.TRANSPARENT }
          : { start: new Date(when.startsAt), end: new Date(when.endsAt) }),
      });
    }
    return calendar.toString();
  }
}
