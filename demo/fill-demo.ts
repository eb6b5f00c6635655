import { api } from '@atelier/domain/api.ts';
import type { App } from '../server/src/app.ts';
import type { Clock } from '../server/src/platform/clock.ts';
import { newId } from '../server/src/platform/ids.ts';
import { beginningStories } from './beginning-stories.ts';
import { scenesOfCalls } from './booked-calls.ts';
import { callAsVisitor, type DemoPerson, type DemoPlace, signUp } from './demo-calls.ts';
import { type DemoEnquiry, enquiriesOfTheYear } from './enquiries.ts';
import { finishedStories } from './finished-stories.ts';
import { runningStories } from './running-stories.ts';
import type { OnStage, Story } from './story.ts';

/** A clock that stands still until it is moved on: a year passes in seconds. */
export interface DemoClock extends Clock {
  /** Moves on to a moment, in milliseconds since 1970. Never back. */
  moveTo(moment: number): void;
}

export function createDemoClock(start: number): DemoClock {
  let now = start;
  return {
    now: () => new Date(now),
    elapsed: () => (now - start) / 1000,
    moveTo(moment) {
      now = Math.max(now, moment);
    },
  };
}

/** The studio's own address in the demo. */
export const DEMO_OWNER = 'owner@studio.example';
/** Clients to look through: one with a finished and a running project, one who has a contract to accept. */
export const DEMO_CLIENTS = ['tomas@northlight.example', 'samira@quillandink.example'] as const;

/** The product to fill, before it is served. */
export interface DemoStage {
  app: App;
  clock: DemoClock;
  /** The moment at which the year ends, in milliseconds since 1970. */
  today: number;
}

/** The calls of one moment. */
interface Scene {
  daysAgo: number;
  play(): Promise<void>;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Long enough for mails that gather what belongs together. */
const QUIET_MS = 5 * 60_000;
/** The studio is there between these hours (UTC): within those in which clients are reminded. */
const [OPENS, CLOSES] = [7, 16];
/** The first day, before the first enquiry. */
const YEAR = 358;
const BROWSERS = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
] as const;

/** Midnight (UTC) of the day on which the demo's year begins. */
export function firstMoment(today: number): number {
  return startOfDay(today) - YEAR * DAY;
}

/**
 * Plays a studio's year through the product's own calls, day by day: the same each time but for the dates, which
 * end on the day before `today`, and the ids.
 */
export async function fillDemo({ app, clock, today }: DemoStage): Promise<void> {
  const places = placesFrom('203.0.113.');
  const owner = await signUp(app, clock, places(), { email: DEMO_OWNER, username: 'owner' });
  const scenes = [
    ...[...finishedStories, ...runningStories, ...beginningStories].flatMap((story) =>
      scenesOf(story, { app, clock, today }, owner, places()),
    ),
    ...scenesOfEnquiries(enquiriesOfTheYear(), app, owner),
    ...scenesOfCalls(app, owner, placesFrom('192.0.2.')),
  ];
  // The calls of one day stay in order.
  const days = Map.groupBy(scenes, (scene) => scene.daysAgo);
  // Also days without a call: what a day makes due and reminders come by themselves.
  for (let daysAgo = YEAR; daysAgo > 0; daysAgo -= 1) {
    const ofDay = days.get(daysAgo) ?? [];
    const [opens, closes] = [OPENS, CLOSES].map((hour) => startOfDay(today) - daysAgo * DAY + hour * HOUR);
    for (const [index, scene] of ofDay.entries()) {
      clock.moveTo((opens ?? 0) + (((closes ?? 0) - (opens ?? 0)) * (index + 0.4)) / ofDay.length);
      await scene.play();
      // What it is mailed about carries its moment, not that of the next.
      await app.whenIdle();
    }
    clock.moveTo(Math.max(clock.now().getTime() + QUIET_MS, closes ?? 0));
    await app.jobs.runDue();
    while ((await app.outbox.sendDue()) > 0);
  }
}

function scenesOf(
  story: Story,
  { app, clock, today }: DemoStage,
  owner: DemoPerson,
  place: DemoPlace,
): Scene[] {
  const { email, username, about } = story;
  let stage: OnStage | undefined;
  const enter = async (): Promise<OnStage> => ({
    client: await signUp(app, clock, place, { email, username }),
    owner,
    signUp: (person) => signUp(app, clock, place, person),
    about,
    projectId: '',
    day: (fromToday) => new Date(today + fromToday * DAY).toISOString().slice(0, 10),
    today: () => clock.now().toISOString().slice(0, 10),
  });
  return story.steps.map(({ daysAgo, act }) => ({
    daysAgo,
    async play() {
      stage ??= await enter();
      await act(stage);
    },
  }));
}

function scenesOfEnquiries(enquiries: readonly DemoEnquiry[], app: App, owner: DemoPerson): Scene[] {
  const places = placesFrom('198.51.100.');
  return enquiries.flatMap((enquiry): Scene[] => {
    const { daysAgo, name, email, phone, subject, message, referer, becomes, reply, invitation } = enquiry;
    const write: Scene = {
      daysAgo,
      async play() {
        const call = callAsVisitor(app, places(), referer);
        await call(api.createEnquiry, { body: { name, email, phone, subject, message } });
      },
    };
    const answer: Scene = {
      daysAgo: daysAgo - 1,
      async play() {
        const { items } = await owner.call(api.listEnquiries, { query: { q: email } });
        const id = items[0]?.id ?? '';
        if (reply) {
          await owner.call(api.replyToEnquiry, { params: { id }, body: { body: reply, key: newId() } });
        }
        if (invitation) {
          await owner.call(api.inviteEnquirer, { params: { id }, body: { note: invitation } });
          const body = 'Knows what they want, and the budget fits. Worth a call if no brief comes.';
          await owner.call(api.addNote, { params: { id }, body: { body } });
        }
        await owner.call(api.setEnquiryStatus, { params: { id }, body: { status: becomes } });
      },
    };
    return becomes === 'new' ? [write] : [write, answer];
  });
}

/** One place after the other, each with an address of its own out of those that are kept for examples. */
function placesFrom(prefix: string): () => DemoPlace {
  let used = 0;
  return () => {
    used += 1;
    return { address: `${prefix}${used}`, userAgent: BROWSERS[used % BROWSERS.length] ?? BROWSERS[0] };
  };
}

function startOfDay(moment: number): number {
  return moment - (moment % DAY);
}
