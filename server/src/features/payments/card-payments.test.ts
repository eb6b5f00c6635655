import { api } from '@atelier/domain/api.ts';
import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/harness/clock.ts';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { setUpInvoices } from '../../../test/harness/invoices.ts';
import { runJob } from '../../../test/harness/run-job.ts';
import { openStripeStandIn, type SignedEvent, stripeEnv } from '../../../test/harness/stripe-stand-in.ts';
import type { Engine } from '../../platform/db/database.ts';

const TOTAL = 9_580;

/** A sent invoice in a studio that takes cards. */
async function setUpCards(engine: Engine) {
  const clock = createTestClock();
  const stripe = await openStripeStandIn(() => clock.now());
  const setting = await setUpInvoices(engine, {
    clock,
    env: stripeEnv(stripe.url),
  });
  const { app, client, invoices, params } = setting;
  const invoiceId = await invoices.sent();
  const at = { params: { ...params, invoiceId } };
  const cards = {
    start: () => client.call(api.startCardPayment, at),
    check: async () => (await client.call(api.checkCardPayment, at)).body.state,
    deliver: ({ payload, signature }: Omit<SignedEvent, 'id'>) =>
      app.inject({
        method: 'POST',
        url: '/api/card-events',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        payload,
      }),
    catchUp: () => runJob(app, 'payments.catch-up'),
    invoice: async () => (await invoices.studio()).items.find(({ id }) => id === invoiceId),
    counted: async () =>
      (await invoices.payments()).map(
        ({ kind, amount, isRemoved }) => `${kind} ${amount}${isRemoved ? ' removed' : ''}`,
      ),
  };
  return { ...setting, clock, stripe, invoiceId, cards };
}

type CardSetting = Awaited<ReturnType<typeof setUpCards>>;

describeEachEngine((engine) => {
  const withCards = async (work: (setting: CardSetting) => Promise<void>) => {
    const setting = await setUpCards(engine);
    try {
      await work(setting);
    } finally {
      await setting.app[Symbol.asyncDispose]();
      await setting.stripe[Symbol.asyncDispose]();
    }
  };

  it('a client pays by card on Stripe’s page, and the invoice is paid with its fee kept', () =>
    withCards(async ({ cards, stripe, invoices, app, client, params, owner }) => {
      expect((await client.call(api.listPayments, { params })).body.card).toEqual({
        least: 50,
        most: 99_999_999,
      });
      const { url } = (await cards.start()).body;
      expect(stripe.last()).toMatchObject({ amount_total: TOTAL, currency: 'usd', url });
      expect(await cards.check()).toBe('pending');
      expect((await cards.deliver(stripe.pay())).statusCode).toBe(200);
      expect(await cards.check()).toBe('paid');
      expect(await cards.invoice()).toMatchObject({ state: 'paid', paid: TOTAL, credit: 0 });
      expect(await invoices.payments()).toMatchObject([
        { amount: TOTAL, fee: 59, method: 'card', isProvided: true },
      ]);
      await app.drainOutbox();
      const mails = app.mails.filter(({ subject }) => /for invoice .* arrived/.test(subject));
      expect(mails.map(({ to }) => to.address).sort()).toEqual([client.email, owner.email]);
    }));

  it('two presses make one page, and another amount another one', () =>
    withCards(async ({ cards, stripe, invoices, invoiceId }) => {
      const [one, two] = await Promise.all([cards.start(), cards.start()]);
      expect([one.status, two.body.url]).toEqual([200, one.body.url]);
      expect(stripe.sessions.size).toBe(1);
      await invoices.pay(invoiceId, 580);
      const other = (await cards.start()).body.url;
      expect(other).not.toBe(one.body.url);
      expect([...stripe.sessions.values()].map(({ status, amount_total }) => [status, amount_total])).toEqual(
        [
          ['expired', TOTAL],
          ['open', TOTAL - 580],
        ],
      );
    }));

  it('events that come twice, late or in any order count once', () =>
    withCards(async ({ cards, stripe, clock }) => {
      await cards.start();
      const paid = stripe.pay();
      const refunded = stripe.refund(1_000);
      // The refund is reported before the payment that it is of.
      for (const event of [refunded, paid, refunded, paid]) {
        expect((await cards.deliver(event)).statusCode).toBe(200);
      }
      await Promise.all([cards.deliver(paid), cards.deliver(refunded)]);
      expect((await cards.counted()).sort()).toEqual(['payment 9580', 'refund 1000']);
      expect(await cards.invoice()).toMatchObject({ paid: TOTAL - 1_000, open: 1_000 });
      // Caught and sent again later.
      clock.advance(400);
      expect((await cards.deliver(paid)).statusCode).toBe(400);
    }));

  it.each<[string, (setting: CardSetting, event: SignedEvent) => Omit<SignedEvent, 'id'>]>([
    ['without a signature', (_, event) => ({ ...event, signature: '' })],
    [
      'with another’s signature',
      ({ stripe }, event) => stripe.sign(JSON.parse(event.payload), 'whsec_11111111111111111111'),
    ],
    ['with a changed body', (_, event) => ({ ...event, payload: event.payload.replace('9580', '1') })],
    ['that isn’t JSON', (_, event) => ({ ...event, payload: 'paid' })],
  ])('security: an event %s is refused, and nothing is counted', (_what, forge) =>
    withCards(async (setting) => {
      const { cards, stripe } = setting;
      await cards.start();
      expect((await cards.deliver(forge(setting, stripe.pay()))).statusCode).toBe(400);
      expect(await cards.counted()).toEqual([]);
    }),
  );

  it('security: what an event says of amounts is never believed', () =>
    withCards(async ({ cards, stripe, owner, app }) => {
      await cards.start();
      // Signed, but Stripe itself says that nothing was paid.
      const said = { ...stripe.last(), status: 'complete', payment_status: 'paid', amount_total: 1 };
      const lie = {
        id: 'evt_test_lie',
        object: 'event',
        type: 'checkout.session.completed',
        created: 1,
        data: { object: said },
      };
      expect((await cards.deliver(stripe.sign(lie))).statusCode).toBe(200);
      expect(await cards.counted()).toEqual([]);
      // Something else was collected than was asked for: the studio is asked to look.
      await cards.deliver(stripe.pay(stripe.last(), { amount_received: 100 }));
      expect(await cards.counted()).toEqual([]);
      expect(await cards.invoice()).toMatchObject({ state: 'sent', open: TOTAL });
      await app.drainOutbox();
      const mails = app.mails.filter(({ subject }) => subject.includes('needs a look'));
      expect(mails.map(({ to }) => to.address)).toEqual([owner.email]);
    }));

  it('a payment in another currency isn’t counted', () =>
    withCards(async ({ cards, stripe }) => {
      await cards.start();
      await cards.deliver(stripe.pay(stripe.last(), { currency: 'eur' }));
      expect(await cards.counted()).toEqual([]);
    }));

  it('a slow method counts once it has paid, and not when it fails', () =>
    withCards(async ({ cards, stripe }) => {
      await cards.start();
      await cards.deliver(stripe.payLater());
      expect([await cards.check(), await cards.counted()]).toEqual(['pending', []]);
      await cards.deliver(stripe.fail());
      expect(await cards.counted()).toEqual([]);
      await cards.deliver(stripe.arrive());
      expect(await cards.counted()).toEqual(['payment 9580']);
    }));

  it('a page that has ended is followed by another one', () =>
    withCards(async ({ cards, stripe }) => {
      const first = (await cards.start()).body.url;
      await cards.deliver(stripe.expire());
      expect(await cards.check()).toBe('none');
      expect((await cards.start()).body.url).not.toBe(first);
    }));

  it('a card and a transfer for the same invoice leave a credit that everybody sees', () =>
    withCards(async ({ cards, stripe, invoices, invoiceId }) => {
      await cards.start();
      await invoices.pay(invoiceId, TOTAL);
      await cards.deliver(stripe.pay());
      expect(await cards.invoice()).toMatchObject({ state: 'paid', paid: 2 * TOTAL, credit: TOTAL });
      expect((await invoices.seen()).items).toMatchObject([{ credit: TOTAL }]);
    }));

  it('a card’s payment is paid back through Stripe, once per key, and never twice', () =>
    withCards(async ({ cards, stripe, invoices }) => {
      await cards.start();
      await cards.deliver(stripe.pay());
      const [payment] = await invoices.payments();
      const key = '0193f5a0-0000-7000-8000-000000000009';
      const replies = await Promise.all([1, 2].map(() => invoices.refund(payment?.id ?? '', 2_000, key)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      expect((await cards.counted()).sort()).toEqual(['payment 9580', 'refund 2000']);
      expect((await invoices.refund(payment?.id ?? '', TOTAL)).status).toBe(409);
      expect((await invoices.removePayment(payment?.id ?? '')).status).toBe(409);
    }));

  it('a refund that fails after all is taken back', () =>
    withCards(async ({ cards, stripe }) => {
      await cards.start();
      await cards.deliver(stripe.pay());
      await cards.deliver(stripe.refund(1_000));
      await cards.deliver(stripe.refundFails());
      expect((await cards.counted()).sort()).toEqual(['payment 9580', 'refund 1000 removed']);
      expect(await cards.invoice()).toMatchObject({ paid: TOTAL, open: 0 });
    }));

  it('a disputed payment is open again until the dispute is won', () =>
    withCards(async ({ app, cards, stripe, client, owner }) => {
      await cards.start();
      await cards.deliver(stripe.pay());
      await cards.deliver(stripe.dispute());
      expect(await cards.invoice()).toMatchObject({ paid: 0, open: TOTAL });
      await cards.deliver(stripe.win());
      expect(await cards.invoice()).toMatchObject({ paid: TOTAL, open: 0 });
      // In the end it is lost after all, which comes twice.
      const lost = stripe.lose();
      await cards.deliver(lost);
      await cards.deliver(stripe.lose());
      expect(await cards.invoice()).toMatchObject({ paid: 0, open: TOTAL });
      await app.drainOutbox();
      const subjects = app.mails
        .filter(({ to }) => to.address === owner.email)
        .map(({ subject }) => subject)
        .filter((subject) => /disputed|with you again|paid back/.test(subject));
      expect(subjects.map((subject) => subject.replace(/\S*-0001/, 'N'))).toEqual([
        'A card payment for invoice N was disputed',
        '$95.80 of invoice N is with you again',
        'A card payment for invoice N was disputed',
      ]);
      // A client isn't written that the studio paid them back.
      expect(
        app.mails.filter(({ to, subject }) => to.address === client.email && /back/.test(subject)),
      ).toEqual([]);
    }));

  it('a card’s payment is paid back only as far as no other invoice is paid with it', () =>
    withCards(async ({ cards, stripe, invoices, invoiceId, owner, params }) => {
      await cards.start();
      await invoices.pay(invoiceId, TOTAL);
      await cards.deliver(stripe.pay());
      const other = await invoices.sent();
      const body = { from: invoiceId, amount: TOTAL };
      const moved = await owner.call(api.payWithCredit, { params: { ...params, invoiceId: other }, body });
      expect(moved.status).toBe(200);
      const card = (await invoices.payments()).find(({ method }) => method === 'card');
      // As much as is left of the first invoice's payments is there.
      expect((await invoices.refund(card?.id ?? '', TOTAL)).status).toBe(200);
      expect((await invoices.refund(card?.id ?? '', 1)).status).toBe(409);
      expect(await cards.invoice()).toMatchObject({ paid: 0, credit: 0, open: TOTAL });
    }));

  it('a page that asks for what is no longer due is ended', () =>
    withCards(async ({ cards, stripe, invoices, invoiceId, clock }) => {
      await cards.start();
      await invoices.pay(invoiceId, TOTAL);
      clock.advance(600);
      await cards.catchUp();
      expect(stripe.last().status).toBe('expired');
      expect((await cards.start()).status).toBe(409);
      expect(await cards.check()).toBe('paid');
    }));

  it('one payment that can’t be looked after doesn’t keep others from being found', () =>
    withCards(async ({ app, cards, stripe, invoices, client, params, clock }) => {
      await cards.start();
      const lost = stripe.last().id;
      const other = { params: { ...params, invoiceId: await invoices.sent() } };
      expect((await client.call(api.startCardPayment, other)).status).toBe(200);
      stripe.pay();
      // As with keys of another account.
      stripe.sessions.delete(lost);
      clock.advance(23 * 3_600 + 60);
      await cards.catchUp();
      expect(await cards.counted()).toEqual(['payment 9580']);
      expect(app.takeLoggedErrors()).toHaveLength(1);
      clock.advance(600);
      await cards.catchUp();
    }));

  it('an address that Stripe doesn’t take is said, and keeps no order', () =>
    withCards(async ({ app, cards, stripe }) => {
      stripe.refuseOrders = 'Invalid email address';
      const refused = await cards.start();
      expect([refused.status, refused.body]).toMatchObject([
        409,
        { message: 'Stripe refuses it: Invalid email address' },
      ]);
      stripe.refuseOrders = '';
      expect((await cards.start()).status).toBe(200);
      const kept = await app.db
        .selectFrom('card_checkouts')
        .select(['status', 'order_json'])
        .orderBy('id')
        .execute();
      expect(kept).toEqual([
        { status: 'ended', order_json: '{}' },
        { status: 'open', order_json: '{}' },
      ]);
    }));

  it('an answer of Stripe’s that got lost is asked for again, and nothing is doubled', () =>
    withCards(async ({ app, cards, stripe, clock }) => {
      stripe.trouble = 'lost-answer';
      expect((await cards.start()).status).toBe(503);
      stripe.trouble = 'none';
      expect(app.takeLoggedErrors()).toHaveLength(1);
      expect(stripe.sessions.size).toBe(1);
      clock.advance(180);
      await cards.catchUp();
      const { url } = stripe.last();
      expect((await cards.start()).body.url).toBe(url);
      expect(stripe.sessions.size).toBe(1);
    }));

  it('payments whose events never arrived are found', () =>
    withCards(async ({ cards, stripe, clock }) => {
      await cards.start();
      stripe.pay();
      stripe.refund(500);
      clock.advance(600);
      await cards.catchUp();
      await cards.catchUp();
      expect((await cards.counted()).sort()).toEqual(['payment 9580', 'refund 500']);
    }));

  it('while Stripe can’t be reached, an event is refused for later and the client gets a clear error', () =>
    withCards(async ({ app, cards, stripe }) => {
      await cards.start();
      const paid = stripe.pay();
      stripe.trouble = 'down';
      expect((await cards.deliver(paid)).statusCode).toBe(503);
      expect(app.takeLoggedErrors()).toHaveLength(1);
      stripe.trouble = 'none';
      expect((await cards.deliver(paid)).statusCode).toBe(200);
      expect(await cards.counted()).toEqual(['payment 9580']);
    }));

  it('an event about another program’s payment is taken in and changes nothing', () =>
    withCards(async ({ cards, stripe }) => {
      expect((await cards.deliver(stripe.foreign())).statusCode).toBe(200);
      expect(await cards.counted()).toEqual([]);
    }));

  it('a stranger can’t start or check a payment', () =>
    withCards(async ({ app, invoiceId, params }) => {
      const stranger = await app.signIn({ email: 'eve@client.example' });
      const at = { params: { ...params, invoiceId } };
      expect((await stranger.call(api.startCardPayment, at)).status).toBe(404);
      expect((await stranger.call(api.checkCardPayment, at)).status).toBe(404);
    }));

  it('without a provider nothing can be paid by card', async () => {
    const { app, client, invoices, params } = await setUpInvoices(engine);
    await using _ = app;
    const invoiceId = await invoices.sent();
    expect((await client.call(api.listPayments, { params })).body.card).toBeNull();
    const reply = await client.call(api.startCardPayment, { params: { ...params, invoiceId } });
    expect([reply.status, reply.body.code]).toEqual([409, 'conflict']);
  });
});
