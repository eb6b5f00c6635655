import { createHash, randomBytes, randomInt } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import type { CallSettings } from '@atelier/domain/bookings/rules.ts';
import * as bookings from '../../src/features/bookings/bookings.repository.ts';
import * as callSettings from '../../src/features/bookings/call-settings.repository.ts';
import * as calendarFeeds from '../../src/features/calendar-feeds/calendar-feeds.repository.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from '../harness/test-app.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import { sampleAccount as account, address, id, MANY, type SeedRows, time, words } from './values.ts';

/** Open all day, every day, so that a sample finds a free time. */
export const sampleHours: CallSettings = {
  zone: 'Europe/Berlin',
  hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', until: '24:00' })),
  exceptions: [],
  lengthMinutes: 15,
  bufferMinutes: 0,
  noticeHours: 1,
  daysAhead: 60,
  place: 'https://meet.studio.example/call',
};

const settingsRow = {
  id: 'studio',
  zone: 'Europe/Berlin',
  hours: JSON.stringify(sampleHours.hours),
  exceptions: '[]',
  length_minutes: 15,
  buffer_minutes: 0,
  notice_hours: 1,
  days_ahead: 60,
  place: sampleHours.place,
  updated_at: time(1),
};

const rows = {
  bookings: [
    MANY,
    (n) => ({
      id: id('7', n),
      enquiry_id: id('c', n),
      name: `Client ${n}`,
      email: address(n),
      email_key: address(n),
      words: words(n),
      zone: 'Europe/Berlin',
      starts_at: time(n * 15),
      ends_at: time(n * 15 + 15),
      status: n % 7 === 0 ? 'unconfirmed' : n % 3 === 0 ? 'cancelled' : 'booked',
      cancelled_by: n % 7 !== 0 && n % 3 === 0 ? 'visitor' : null,
      sequence: 0,
      moves: 0,
      link_hash: `hash ${n}`,
      arranged_at: time(n),
      never_confirmed: n % 7 === 0 ? 1 : 0,
      held_until: n % 7 === 0 ? time(n + 30) : null,
      notice_due_at: n % 500 === 0 ? time(n) : null,
      created_at: time(n),
      updated_at: time(n),
    }),
  ],
  call_settings: [1, () => settingsRow],
  busy_calendars: [
    1,
    () => ({
      id: 'studio',
      sealed_address: 'sealed',
      host: 'calendar.example',
      tried_at: null,
      read_at: null,
      problem: null,
    }),
  ],
  busy_times: [500, (n) => ({ id: id('8', n), starts_at: time(n * 60), ends_at: time(n * 60 + 30) })],
  calendar_feeds: [
    1_000,
    (n) => ({ account_id: id('a', n), token_hash: `hash ${n}`, sign_in_version: 0, created_at: time(n) }),
  ],
} satisfies Partial<SeedRows>;

interface BookingSubject {
  enquiryId: string;
  bookingId: string;
  /** The secret of its link. */
  bookingToken: string;
  /** A call that nobody has confirmed, and the secret of its link. */
  unconfirmedId: string;
  unconfirmedToken: string;
  /** Times that are free. */
  freeTime: string;
  otherFreeTime: string;
  thirdFreeTime: string;
  /** The secret of a calendar address. */
  feedToken: string;
}

/** How many calls this process has made subjects for, and how far their times are from the last subject's. */
let subjectsMade = 0;
const STEP = 37;

/**
 * A call ahead that is nobody else's, and what the calls about it need. The studio offers calls from then on. The calendar's
 * address is of an account that makes no calls, which would renew it.
 */
export async function makeBooking(
  app: Pick<TestApp, 'call' | 'db'>,
  { enquiryId, accountId }: { enquiryId: string; accountId: string },
): Promise<Omit<BookingSubject, 'enquiryId'>> {
  const { db } = app;
  await db
    .insertInto('call_settings')
    .values(settingsRow)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(settingsRow))
    .execute();
  const offered = await app.call(api.listOfferedTimes);
  const { times } = offered.body;
  // Each of the four has its own quarter of the times; the next subjects of the same studio are a step
  // further on. The last times are left out: the unconfirmed call was asked for earlier, so its days ahead
  // end earlier, too.
  const quarter = Math.floor((times.length - 8) / 4);
  subjectsMade += 1;
  const step = (subjectsMade * STEP) % quarter;
  const pick = (part: number) => times[part * quarter + step] ?? '';
  const bookingId = newId();
  const secret = () => randomBytes(32).toString('base64url');
  const unconfirmedId = newId();
  const [bookingToken, unconfirmedToken, feedToken] = [secret(), secret(), secret()];
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  const starts = Date.UTC(2099, 0, 1) + randomInt(2 ** 40);
  await db
    .insertInto('bookings')
    .values({
      ...rows.bookings[1](1),
      id: bookingId,
      enquiry_id: enquiryId,
      email: `${bookingId}@visitor.example`,
      email_key: `${bookingId}@visitor.example`,
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + 900_000).toISOString(),
      link_hash: hashOf(bookingToken),
    })
    .execute();
  // A moment ago: the first time is after an hour of notice, and at most a quarter of an hour more.
  const asked = new Date(Date.parse(times[0] ?? '') - 75 * 60_000).toISOString();
  const fourthFreeTime = pick(3);
  await db
    .insertInto('bookings')
    .values({
      ...rows.bookings[1](7),
      id: unconfirmedId,
      enquiry_id: null,
      email: `${unconfirmedId}@visitor.example`,
      email_key: `${unconfirmedId}@visitor.example`,
      starts_at: fourthFreeTime,
      ends_at: new Date(Date.parse(fourthFreeTime) + 900_000).toISOString(),
      link_hash: hashOf(unconfirmedToken),
      held_until: null,
      created_at: asked,
    })
    .execute();
  const feed = { token_hash: hashOf(feedToken), sign_in_version: 0, created_at: time(1) };
  await db
    .insertInto('calendar_feeds')
    .values({ account_id: accountId, ...feed })
    .execute();
  return {
    bookingId,
    bookingToken,
    unconfirmedId,
    unconfirmedToken,
    feedToken,
    freeTime: pick(0),
    otherFreeTime: pick(1),
    thirdFreeTime: pick(2),
  };
}

/** Samples of calls that visitors book, and of calendars. */
export const bookingSamples = {
  rows,
  calls: {
    listOfferedTimes: () => ({}),
    createBooking: ({ bookingId, freeTime }) => ({
      body: {
        name: 'Ada',
        email: `new-${bookingId}@visitor.example`,
        words: 'About a shop.',
        startsAt: freeTime,
        zone: 'America/New_York',
        botfield: '',
      },
    }),
    findOwnBooking: ({ bookingToken }) => ({ body: { token: bookingToken } }),
    confirmOwnBooking: ({ unconfirmedToken }) => ({ body: { token: unconfirmedToken } }),
    moveOwnBooking: ({ bookingToken, otherFreeTime }) => ({
      body: { token: bookingToken, startsAt: otherFreeTime, zone: 'America/New_York' },
    }),
    cancelOwnBooking: ({ bookingToken }) => ({ body: { token: bookingToken } }),
    listBookings: ({ enquiryId }) => ({ query: { show: 'ahead', enquiry: enquiryId } }),
    listTimesForMove: ({ bookingId }) => ({ params: { id: bookingId } }),
    moveBooking: ({ bookingId, thirdFreeTime }) => ({
      params: { id: bookingId },
      body: { startsAt: thirdFreeTime },
    }),
    cancelBooking: ({ bookingId }) => ({ params: { id: bookingId }, body: { note: 'I’m ill, sorry.' } }),
    confirmBooking: ({ unconfirmedId }) => ({ params: { id: unconfirmedId } }),
    cancelBookings: ({ bookingId }) => ({ body: { ids: [bookingId], note: 'I’m ill, sorry.' } }),
    getCallSettings: () => ({}),
    setCallSettings: () => ({ body: sampleHours }),
    setBusyCalendar: () => ({ body: { address: '' } }),
    getCalendarFeed: () => ({}),
    renewCalendarFeed: () => ({}),
    deleteCalendarFeed: () => ({}),
    readCalendarFeed: ({ feedToken }) => ({ params: { token: `${feedToken}.ics` } }),
  },
  queries: [
    ...callsOf('bookings', bookings, {
      insertBooking: [[newRow(rows.bookings, 9_002)]],
      findBooking: [[id('7', 7)]],
      lockBooking: [[id('7', 7)]],
      findBookingByLink: [['hash 7']],
      updateBooking: [[id('7', 7), { words: 'Other' }]],
      listBookedBetween: [[{ from: time(50_000), until: time(60_000), limit: 200 }]],
      listPastBookings: [[time(50_000), 200]],
      listBookingsOfEnquiry: [[id('c', 7), 200]],
      forgetEnquiryOfCalls: [[id('c', 7)]],
      countBookedFrom: [[time(59_000), address(7)]],
      listHeld: [[time(59_000)]],
      listUnconfirmed: [[time(59_000), 200]],
      listSameBookings: [[{ emailKey: address(7), startsAt: time(105), since: time(1) }]],
      isCallNoticeDue: [[time(1)]],
      takeCallNotices: [[]],
      deleteUnconfirmedBefore: [[time(2)]],
      listBookingsFrom: [[address(7), undefined, 20]],
      deleteBookingsBefore: [[time(30)]],
    }),
    ...callsOf('call-settings', callSettings, {
      findCallSettings: [[]],
      lockCallSettings: [[]],
      saveCallSettings: [[settingsRow]],
      findBusyCalendar: [[]],
      lockBusyCalendar: [[]],
      saveBusyCalendar: [[newRow(rows.busy_calendars)]],
      updateBusyCalendar: [[{ problem: null }]],
      deleteBusyCalendar: [[]],
      replaceBusyTimes: [[[newRow(rows.busy_times)]]],
      listBusyTimes: [[time(29_000)]],
      countBusyTimes: [[time(29_000)]],
    }),
    ...callsOf('calendar-feeds', calendarFeeds, {
      findFeed: [[account]],
      findFeedByToken: [['hash 7']],
      saveFeed: [[account, { token_hash: 'new', sign_in_version: 0, created_at: time(1) }]],
      deleteFeed: [[account]],
    }),
  ],
} satisfies NounSamples<BookingSubject>;
