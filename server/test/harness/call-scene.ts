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
export async function createCallScene(
  engine: Engine,
  { env = {}, ...settings }: Partial<CallSettings> & { env?: Record<string, string> } = {},
) {
  const app = await createTestApp({ engine, clock: createTestClock(NOW), env });
  const owner = await app.signInOwner();
  const set = (change: Partial<CallSettings>) =>
    owner.call(api.setCallSettings, { body: { ...HOURS, ...settings, ...change } });
  await set({});
  const times = async () => (await app.call(api.listOfferedTimes)).body.times;
  /** Asks for a call, and leaves it unconfirmed. */
  const ask = (change: Record<string, unknown> = {}) =>
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
  /** The secret in the newest mail that asks an address to confirm; empty for none. */
  const tokenTo = async (email = 'ada@visitor.example') => {
    await app.drainOutbox();
    const mail = app.mails.findLast(
      ({ to, subject }) => isAsking(subject) && to.address.toLowerCase() === email.toLowerCase(),
    );
    return tokenIn(mail?.text);
  };
  const confirm = (token: string, chosen: { startsAt?: string; zone?: string } = {}) =>
    app.call(api.confirmOwnBooking, { body: { token, ...chosen } });
  /** Asks for a call and confirms it. Answers as the step does that fails. */
  const book = async (change: Record<string, unknown> & { email?: string } = {}) => {
    const asked = await ask(change);
    if (asked.status !== 201) return asked;
    const token = await tokenTo(change.email);
    const confirmed = token === '' ? asked : await confirm(token);
    return confirmed.status === 200 ? asked : (confirmed as unknown as typeof asked);
  };
  const listed = (show: 'ahead' | 'past' | 'unconfirmed') => async () =>
    (await owner.call(api.listBookings, { query: { show } })).body.items;
  const lists = { ahead: listed('ahead'), past: listed('past'), unconfirmed: listed('unconfirmed') };
  return { app, owner, set, times, ask, tokenTo, confirm, book, ...lists, ...mailsOf(app) };
}

/** The secret of the link in a mail about a call; empty for none. */
export const tokenIn = (text: string | undefined) => /\/call#([\w-]{43})/.exec(text ?? '')?.[1] ?? '';

const isAsking = (subject: string) => subject.startsWith('Confirm your call');

/** The mails since the last look, without those that ask to confirm. */
function mailsOf(app: TestApp) {
  let seen = 0;
  /** The visitor's mails before the owner's: they leave at the same time. */
  const mailed = async () => {
    await app.drainOutbox();
    const mails = app.mails.slice(seen).filter(({ subject }) => !isAsking(subject));
    seen = app.mails.length;
    const isOwners = ({ to }: (typeof mails)[number]) => to.address === 'owner@studio.example';
    return [...mails.filter((mail) => !isOwners(mail)), ...mails.filter(isOwners)];
  };
  const toVisitor = async () => (await mailed()).filter(({ to }) => to.address === 'ada@visitor.example');
  return { mailed, toVisitor };
}
