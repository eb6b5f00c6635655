import { api } from '@atelier/domain/api.ts';
import type { App } from '../server/src/app.ts';
import { callAsVisitor, type DemoPerson, type DemoPlace } from './demo-calls.ts';

/** A call that a visitor books: so many days ago, as the n-th of the times on offer. */
interface DemoCallBooking {
  daysAgo: number;
  time: number;
  name: string;
  email: string;
  words: string;
  /** Left unconfirmed by its visitor. */
  isUnconfirmed?: boolean;
}

/** The studio begins to offer calls on this day. */
const OFFERED_SINCE = 150;

/** Some that are over, and some to come. Everybody here is invented. */
const BOOKINGS: readonly DemoCallBooking[] = [
  {
    daysAgo: 88,
    time: 3,
    name: 'Noor Abbadi',
    email: 'noor@riverside-pottery.example',
    words: 'A shop for about forty pieces. Can it show which are one of a kind?',
  },
  {
    daysAgo: 34,
    time: 9,
    name: 'Selma Kvist',
    email: 'selma@kvist-dance.example',
    words: 'Our timetable changes weekly, and nobody finds it.',
  },
  {
    daysAgo: 2,
    time: 24,
    name: 'Bertil Aldous',
    email: 'bertil@aldous-books.example',
    words: 'A bookshop with a café. I’d like to know what a first version would cost.',
  },
  { daysAgo: 1, time: 12, name: 'Mirela Oak', email: 'mirela@oak-tutors.example', words: '' },
  {
    daysAgo: 1,
    time: 20,
    name: 'Ivo Lindqvist',
    email: 'ivo@lindqvist-frames.example',
    words: 'We frame pictures. Customers should see the mouldings on their own wall.',
    isUnconfirmed: true,
  },
];

/** The owner sets their hours, and visitors book and press the link of their mail. */
export function scenesOfCalls(app: App, owner: DemoPerson, places: () => DemoPlace) {
  const hours = [1, 2, 3, 4].map((day) => ({ day, from: '10:00', until: '12:00' }));
  const body = {
    ...{ zone: 'Europe/London', hours, exceptions: [], place: 'https://meet.studio.example/call' },
    ...{ lengthMinutes: 15 as const, bufferMinutes: 15, noticeHours: 20, daysAhead: 21 },
  };
  return [
    { daysAgo: OFFERED_SINCE, play: async () => void (await owner.call(api.setCallSettings, { body })) },
    // The enquiry of a call that took place is dealt with.
    ...BOOKINGS.filter(({ daysAgo }) => daysAgo > 21).map(({ daysAgo, email }) => ({
      daysAgo: daysAgo - 21,
      async play() {
        const { items } = await owner.call(api.listEnquiries, { query: { q: email } });
        const params = { id: items[0]?.id ?? '' };
        await owner.call(api.setEnquiryStatus, { params, body: { status: 'read' } });
      },
    })),
    ...BOOKINGS.map(({ daysAgo, time, isUnconfirmed, ...visitor }) => ({
      daysAgo,
      async play() {
        const call = callAsVisitor(app, places(), '/contact');
        const { times } = await call(api.listOfferedTimes, {});
        const startsAt = times[time];
        if (!startsAt) throw new Error(`${visitor.email} finds no time for a call`);
        await call(api.createBooking, { body: { ...visitor, startsAt, zone: 'Europe/London' } });
        if (isUnconfirmed) return;
        await call(api.confirmOwnBooking, { body: { token: await findToken(app, visitor.email) } });
      },
    })),
  ];
}

/** The secret of the link that a visitor's mail has: it is still in the outbox. */
async function findToken({ platform: { db } }: App, email: string): Promise<string> {
  const mail = await db
    .selectFrom('mail_outbox')
    .select('text_body')
    .where('recipient', '=', email)
    .where('kind', '=', 'calls.confirm')
    .executeTakeFirst();
  const token = /\/call#([\w-]{43})/.exec(mail?.text_body ?? '')?.[1];
  if (!token) throw new Error(`${email} has no link to confirm a call`);
  return token;
}
