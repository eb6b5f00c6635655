import type { CallSettings } from '@atelier/domain/bookings/rules.ts';
import type { MailPorts } from '../../core/feature.ts';
import { GATHERED_AFTER_SECONDS, isStudioFull } from '../../core/gathered-notices.ts';
import { isoIn } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import {
  type CallChange,
  type CallNews,
  writeCallsToStudio,
  writeToStudio,
  writeToVisitor,
} from './bookings.mails.ts';
import { updateBooking } from './bookings.repository.ts';
import type { BookingRow } from './bookings.table.ts';
import { tokenOfCall } from './call-link.ts';

export interface CallAnnouncerDeps extends Pick<Platform, 'clock'> {
  mails: MailPorts;
  secret: ServerSecret;
  /** Called in the transaction of each change. */
  callsChanged(trx: Trx): Promise<void>;
}

type News = Pick<CallNews, 'booking' | 'by' | 'note'> & { settings: CallSettings };

/** Tells both sides of a change to a confirmed call, in its transaction. */
export class CallAnnouncer {
  readonly #deps: CallAnnouncerDeps;

  constructor(deps: CallAnnouncerDeps) {
    this.#deps = deps;
  }

  /** While the studio gets many such mails, what visitors do is gathered into one. */
  async announce(trx: Trx, change: CallChange, news: News): Promise<void> {
    const { mails, clock, callsChanged } = this.#deps;
    const { booking, by } = news;
    await writeToVisitor(mails, trx, change, this.#newsOf(news));
    if (by === 'visitor' && (booking.notice_due_at || (await isStudioFull(mails, trx, 'calls.studio')))) {
      const notice_due_at = booking.notice_due_at ?? isoIn(clock, GATHERED_AFTER_SECONDS);
      await updateBooking(trx, booking.id, { notice_due_at });
    } else {
      await writeToStudio(mails, trx, change, this.#newsOf(news));
    }
    await callsChanged(trx);
  }

  /** Says that the studio has cancelled several: one mail to each visitor who had confirmed, and one to the studio. */
  async announceCancelled(
    trx: Trx,
    { bookings, note, settings }: { bookings: readonly BookingRow[]; note: string; settings: CallSettings },
  ): Promise<void> {
    const { mails, callsChanged } = this.#deps;
    const confirmed = bookings.filter(({ never_confirmed }) => never_confirmed === 0);
    for (const booking of confirmed) {
      await writeToVisitor(mails, trx, 'cancelled', this.#newsOf({ booking, settings, by: 'studio', note }));
    }
    const { zone, place } = settings;
    await writeCallsToStudio(mails, trx, { bookings: confirmed, by: 'studio', zone, place });
    await callsChanged(trx);
  }

  #newsOf({ settings: { zone, place }, ...news }: News): CallNews {
    return { ...news, zone, place, token: tokenOfCall(this.#deps.secret, news.booking.id) };
  }
}
