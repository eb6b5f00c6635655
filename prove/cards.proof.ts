import { describe, expect, it } from 'vitest';
import { newId } from '../server/src/platform/ids.ts';
import { describeEachEngine } from '../server/test/harness/database.ts';
import { CardStudio, PAID_BACK } from './harness/card-studio.ts';
import { keepResult } from './harness/results.ts';
import { sized } from './harness/size.ts';
import { type Change, KILL } from './harness/without.ts';

const SERVICE = 'server/src/features/payments/card-payments.service.ts';
const PROVIDER = 'server/src/features/payments/stripe-cards.ts';

/** The process is killed where this stands in its sources, before it or after it. */
const killed = (place: 'before' | 'after', text: string): Change => ({
  file: SERVICE,
  text,
  instead: place === 'before' ? `${KILL} ${text}` : `${text} ${KILL}`,
});

/** What is under way when the process is killed, and what the provider answers last before it. */
const WORK = {
  page: { asks: 'POST checkout/sessions' },
  event: { asks: 'GET checkout/sessions/:id' },
  refund: { asks: 'POST refunds' },
} as const;
type Work = keyof typeof WORK;

/** The places between a call of the provider's and the commits around it. */
const PLACES: readonly (readonly [string, Work, Change])[] = [
  [
    'once a page’s order is written down',
    'page',
    killed(
      'before',
      'const { sessionId, url } = await this.#askAbout(checkout.id, () => cards.createCheckout(order));',
    ),
  ],
  [
    'once the provider has made a page',
    'page',
    killed(
      'after',
      'const { sessionId, url } = await this.#askAbout(checkout.id, () => cards.createCheckout(order));',
    ),
  ],
  [
    'once the provider was asked about an event',
    'event',
    killed('after', 'const standing = await this.#askAbout(id, () => cards.readCheckout(session_id));'),
  ],
  [
    'before the commit of an event’s payment',
    'event',
    killed('after', 'await this.#count(trx, invoice, { checkout, standing });'),
  ],
  [
    'before an event is remembered',
    'event',
    killed('before', 'const { id, type, happenedAt: happened_at } = event;'),
  ],
  [
    'once the provider has paid back',
    'refund',
    killed('before', 'await this.#settle(cards, checkout);\n  }\n\n  /** Goes on after'),
  ],
  [
    'before the commit of a refund',
    'refund',
    killed('after', 'await this.#count(trx, invoice, { checkout, standing });'),
  ],
];
/** How what was under way is taken up again: by a second press, by the provider's event, or by the job. */
type Way = 'press' | 'event' | 'job';
/** An event is nobody's press, and of a page that no client was sent to there is no event. */
const WAYS: Readonly<Record<Work, readonly Way[]>> = {
  page: ['press'],
  event: ['event', 'job'],
  refund: ['press', 'event', 'job'],
};
const TRIED = PLACES.flatMap(([name, work, change]) =>
  WAYS[work].map((way) => ({ name, work, change, way })),
).filter((_, index) => sized({ quick: index === 1 || index === 5 || index === 8, full: true }));

/** Milliseconds after the provider's answer at which the built program is killed from outside. */
const MOMENTS = sized({ quick: [2], full: Array.from({ length: 20 }, (_, round) => (round * 7) % 20) });

/** A payment that is to be counted, and what its refund leaves. */
const PAID = ['payment 9580', 'open 0'];
const REFUNDED = ['payment 9580', `refund ${PAID_BACK}`, `open ${PAID_BACK}`];

/** Does the work up to where the process is killed. @returns how it is taken up again, with the work's own key */
async function begin(studio: CardStudio, work: Work, arm: () => Promise<void> | void) {
  const invoiceId = await studio.sendInvoice();
  const pages = studio.stripe.sessions.size;
  const key = newId();
  if (work !== 'page') {
    await studio.startPayment(invoiceId);
    const paid = studio.stripe.pay();
    if (work === 'refund') await studio.deliver(paid);
  }
  await arm();
  if (work === 'page') await studio.startPayment(invoiceId);
  if (work === 'event') await studio.deliver(studio.stripe.lastEvent());
  if (work === 'refund') await studio.payBack(invoiceId, key);
  return { invoiceId, pages, key };
}

interface Begun {
  work: Work;
  invoiceId: string;
  /** Pages of the provider's before. */
  pages: number;
  key: string;
}

/** Takes up what was under way, again and again. @returns what is wrong after it */
async function findFaults(
  studio: CardStudio,
  way: Way,
  { work, invoiceId, pages, key }: Begun,
): Promise<string[]> {
  const { stripe } = studio;
  const wrong: string[] = [];
  const made = stripe.sessions.size > pages ? stripe.last().url : undefined;
  if (work === 'page') {
    const found = [await studio.startPayment(invoiceId), await studio.startPayment(invoiceId)];
    if (made && found[0] !== made) wrong.push(`another page: ${found[0]}`);
    if (found[0] !== found[1]) wrong.push('each press has its page');
    await studio.deliver(stripe.pay());
  } else if (way === 'press') await studio.payBack(invoiceId, key);
  else if (way === 'event') await studio.deliver(stripe.lastEvent());
  const expected = work === 'refund' ? REFUNDED : PAID;
  if (way === 'job') {
    // It begins with the process.
    await expect
      .poll(() => studio.counted(invoiceId), { timeout: 20_000, message: 'what the job has counted' })
      .toEqual(expected);
  }
  // And once more, which changes nothing.
  await studio.deliver(stripe.lastEvent());
  if (work === 'refund') await studio.payBack(invoiceId, key);
  const counted = await studio.counted(invoiceId);
  if (counted.join() !== expected.join()) wrong.push(`counted: ${counted.join(', ')}`);
  if (stripe.sessions.size !== pages + 1) wrong.push(`${stripe.sessions.size - pages} pages`);
  return wrong;
}

/** Kills a process whose sources have a place for it, and takes up the work. */
async function tryPlace(studio: CardStudio, { work, change, way }: { work: Work; change: Change; way: Way }) {
  const begun = await begin(studio, work, () => studio.restart([change]));
  expect(await studio.ended()).toBe('SIGKILL');
  await studio.startAgain({ catchesUp: way === 'job' });
  return findFaults(studio, way, { work, ...begun });
}

describe('a process killed between the card provider and its own commit', () => {
  describeEachEngine((engine) => {
    it('loses no payment and doubles none', async () => {
      await using studio = await CardStudio.open(engine);
      for (const each of TRIED)
        expect(await tryPlace(studio, each), `killed ${each.name}, then the ${each.way}`).toEqual([]);
      let kills = TRIED.length;
      for (const moment of MOMENTS) {
        for (const work of Object.keys(WORK) as Work[]) {
          const begun = await begin(studio, work, () => studio.killAfterAnswer(WORK[work].asks, moment));
          expect(await studio.ended()).toBe('SIGKILL');
          kills += 1;
          const way = WAYS[work][moment % WAYS[work].length] ?? 'press';
          await studio.startAgain({ catchesUp: way === 'job' });
          const wrong = await findFaults(studio, way, { work, ...begun });
          expect(wrong, `${work}, killed after ${moment} ms, then the ${way}`).toEqual([]);
        }
      }
      keepResult('cards', {
        on: engine,
        tried: `${kills} kills, at ${PLACES.length} places between the provider’s answers and the commits and at any moment after an answer`,
        outcome:
          'one page of an order, each payment and refund counted once, by a second press, the event sent again or the job',
        control:
          'without the order’s key a page is doubled, and with events remembered first a payment is lost (own tests)',
      });
    });

    it.each<[string, string, Work, readonly Change[], RegExp]>([
      [
        'a page is doubled without the key of its order',
        'once the provider has made a page',
        'page',
        [
          {
            file: PROVIDER,
            text: '{ idempotencyKey: `checkout',
            instead: '{ idempotencyKey: Math.random() + `checkout',
          },
        ],
        /2 pages/,
      ],
      [
        'a payment is lost where its event is remembered first',
        'before the commit of an event’s payment',
        'event',
        [
          {
            file: SERVICE,
            text: 'if (await hasCardEvent(db, event.id)) return;',
            instead: `if (await hasCardEvent(db, event.id)) return;
              await insertCardEvent(db, { id: event.id, type: event.type, happened_at: event.happenedAt, seen_at: isoNow(clock) });`,
          },
        ],
        /counted: open 9580/,
      ],
    ])('is seen: %s', async (_what, place, work, changes, loss) => {
      await using studio = await CardStudio.open(engine);
      const change = PLACES.find(([name]) => name === place)?.[2];
      if (!change) throw new Error(`There is no place ${place}`);
      const begun = await begin(studio, work, () => studio.restart([change, ...changes]));
      expect(await studio.ended()).toBe('SIGKILL');
      await studio.startAgain();
      await studio.restart(changes);
      const wrong = await findFaults(studio, 'event', { work, ...begun });
      expect(wrong).toContainEqual(expect.stringMatching(loss));
    });
  });
});
