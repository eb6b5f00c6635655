import { api } from '@atelier/domain/api.ts';
import type { CallSettings } from '@atelier/domain/bookings/rules.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { createTestClock } from './clock.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** A Monday. */
export const NOW = '2030-03-04T08:00:00.000Z';
/** Mondays and Wednesdays from nine to eleven in Berlin, which is eight to ten in UTC. */
export const HOURS: CallSettings = {
  zone: 'Europe/Berlin',
  hours: [
    { day: 1, from: '09:00', until: '11:00' },
    { day: 3, from: '09:00', until: '11:00' },
  ],
  exceptions: [],
  lengthMinutes: 30,
  bufferMinutes: 0,
  noticeHours: 24,
  daysAhead: 10,
  place: 'https://meet.studio.example/call',
};
/** A Wednesday. */
export const FIRST = '2030-03-06T08:00:00.000Z';
export const SECOND = '2030-03-06T08:30:00.000Z';

/** A studio that offers calls, with a visitor who books them. */
export async function createCallScene(engine: Engine, settings: Partial<CallSettings> = {}) {
  const app = await createTestApp({ engine, clock: createTestClock(NOW) });
  const owner = await app.signInOwner();
  const set = (change: Partial<CallSettings>) =>
    owner.call(api.setCallSettings, { body: { ...HOURS, ...settings, ...change } });
  await set({});
  const times = async () => (await app.call(api.listOfferedTimes)).body.times;
  const book = (change: Record<string, unknown> = {}) =>
    app.call(api.createBooking, {
      body: {
        name: 'Ada',
        email: 'ada@visitor.example',
        words: 'About a shop.',
        startsAt: FIRST,
        zone: 'America/New_York',
        ...change,
      },
    });
  const ahead = async () => (await owner.call(api.listBookings)).body.items;
  return { app, owner, set, times, book, ahead, ...mailsOf(app) };
}

/** The mails to the visitor since the last look. */
function mailsOf(app: TestApp) {
  let seen = 0;
  /** The visitor's mails before the owner's: they leave at the same time. */
  const mailed = async () => {
    await app.drainOutbox();
    const mails = app.mails.slice(seen);
    seen = app.mails.length;
    const isOwners = ({ to }: (typeof mails)[number]) => to.address === 'owner@studio.example';
    return [...mails.filter((mail) => !isOwners(mail)), ...mails.filter(isOwners)];
  };
  const toVisitor = async () => (await mailed()).filter(({ to }) => to.address === 'ada@visitor.example');
  return { mailed, toVisitor };
}
