import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';

const STRIPE_SECRETS = {
  secretKey: 'sk_test_00000000000000000000',
  webhookSecret: 'whsec_00000000000000000000',
};

/** The settings of a product whose cards are the stand-in's. */
export const stripeEnv = (url: string) => ({
  STRIPE_SECRET_KEY: STRIPE_SECRETS.secretKey,
  STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.webhookSecret,
  STRIPE_API_URL: url,
});

interface Session {
  id: string;
  object: 'checkout.session';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  client_reference_id: string;
  amount_total: number;
  currency: string;
  url: string | null;
  capture_method: string;
  success_url: string;
  cancel_url: string;
  metadata: Record<string, string>;
  created: number;
}

interface Intent {
  id: string;
  object: 'payment_intent';
  amount_received: number;
  currency: string;
  status: string;
  metadata: Record<string, string>;
  created: number;
}

interface Moved {
  id: string;
  object: 'refund' | 'dispute';
  payment_intent: string;
  amount: number;
  currency: string;
  status: string;
  created: number;
}

/** An event with the signature that Stripe would send it with. */
export interface SignedEvent {
  id: string;
  payload: string;
  signature: string;
}

/**
 * A server that answers as Stripe's API documents, for the calls that the product makes; and what happens at Stripe: a client
 * pays, a refund is made in the dashboard, a bank disputes a payment.
 */
export async function openStripeStandIn(now: () => Date) {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const moved = new Map<string, Moved>();
  const events: Stripe.Event[] = [];
  const replies = new Map<string, { status: number; body: unknown }>();
  const calls: string[] = [];
  let count = 0;
  let refusal = '';
  let trouble: 'none' | 'down' | 'lost-answer' = 'none';
  let onAnswer: (call: string) => void = () => {};
  const next = (kind: string) => {
    count += 1;
    return `${kind}_test_${String(count).padStart(8, '0')}`;
  };
  const seconds = () => Math.floor(now().getTime() / 1000);
  const fault = (status: number, message: string) => ({
    status,
    body: { error: { type: 'invalid_request_error', message } },
  });
  const list = (url: string, data: readonly unknown[]) => ({
    status: 200,
    body: { object: 'list', url, data, has_more: false },
  });

  /** A call as its path, with what was sent. */
  function answer(
    method: string,
    { pathname, searchParams }: URL,
    sent: URLSearchParams,
  ): { status: number; body: unknown } {
    const [, , ...path] = pathname.split('/');
    const call = `${method} ${path.map((part) => (part.includes('_test_') ? ':id' : part)).join('/')}`;
    calls.push(call);
    const id = path.find((part) => part.includes('_test_')) ?? '';
    if (call === 'POST checkout/sessions') {
      // Others take days, in which the invoice would be open.
      if (refusal) return fault(400, refusal);
      if (sent.get('allowed_payment_method_types[0]') !== 'card') return fault(400, 'Ask for cards alone.');
      return { status: 200, body: createSession(sent) };
    }
    if (call === 'GET checkout/sessions/:id') {
      const session = expanded(sessions.get(id));
      return session ? { status: 200, body: session } : fault(404, `No such checkout.session: '${id}'`);
    }
    if (call === 'POST checkout/sessions/:id/expire') {
      const session = sessions.get(id);
      if (session?.status !== 'open') return fault(400, 'Only open sessions can be expired.');
      Object.assign(session, { status: 'expired', url: null });
      return { status: 200, body: session };
    }
    if (call === 'GET payment_intents/:id') return { status: 200, body: intents.get(id) };
    if (call === 'POST refunds') return createRefund(sent);
    if (call === 'GET refunds' || call === 'GET disputes') {
      const kind = call === 'GET refunds' ? 'refund' : 'dispute';
      const of = searchParams.get('payment_intent');
      return list(
        pathname,
        [...moved.values()].filter((each) => each.object === kind && each.payment_intent === of),
      );
    }
    if (call === 'GET events') {
      const since = Number(searchParams.get('created[gte]'));
      return list(pathname, events.filter(({ created }) => created >= since).toReversed());
    }
    return fault(404, `Unrecognized request URL (${method}: ${pathname}).`);
  }

  function createSession(sent: URLSearchParams): Session {
    const id = next('cs');
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: sent.get('client_reference_id') ?? '',
      amount_total: Number(sent.get('line_items[0][price_data][unit_amount]')),
      currency: sent.get('line_items[0][price_data][currency]') ?? '',
      url: `${base()}/pay/${id}`,
      capture_method: sent.get('payment_intent_data[capture_method]') ?? 'automatic_async',
      success_url: sent.get('success_url') ?? '',
      cancel_url: sent.get('cancel_url') ?? '',
      metadata: { order: sent.get('metadata[order]') ?? '' },
      created: seconds(),
    };
    sessions.set(id, session);
    return session;
  }

  function createRefund(sent: URLSearchParams) {
    const intent = intents.get(sent.get('payment_intent') ?? '');
    const amount = Number(sent.get('amount'));
    const gone = [...moved.values()].filter(
      (each) => each.payment_intent === intent?.id && each.object === 'refund' && each.status !== 'failed',
    );
    const left = (intent?.amount_received ?? 0) - gone.reduce((sum, each) => sum + each.amount, 0);
    if (!intent || amount > left)
      return fault(400, `Refund amount is greater than unrefunded amount (${left}).`);
    const refund = move('refund', intent, { amount, status: 'succeeded' });
    happen('refund.created', refund);
    return { status: 200, body: refund };
  }

  function move(
    object: 'refund' | 'dispute',
    intent: Intent,
    facts: { amount: number; status: string },
  ): Moved {
    const id = next(object === 'refund' ? 're' : 'du');
    const one: Moved = {
      id,
      object,
      payment_intent: intent.id,
      currency: intent.currency,
      created: seconds(),
      ...facts,
    };
    moved.set(id, one);
    return one;
  }

  function expanded(session: Session | undefined) {
    const intent = intents.get(session?.payment_intent ?? '');
    if (!session || !intent) return session;
    const charge = {
      id: `ch_${intent.id}`,
      object: 'charge',
      amount: intent.amount_received,
      currency: intent.currency,
      created: intent.created,
      // Captured in its own time, the fee comes later than the payment.
      balance_transaction:
        session.capture_method === 'automatic' ? { id: 'txn', object: 'balance_transaction', fee: 59 } : null,
    };
    return { ...session, payment_intent: { ...intent, latest_charge: charge } };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const sent = new URLSearchParams(await text(request));
    if (url.pathname.startsWith('/pay/')) return showPage(url, request.method, response);
    if (trouble === 'down') return void response.destroy();
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' && request.method === 'POST' ? replies.get(key) : undefined;
    const reply = known ?? answer(request.method ?? 'GET', url, sent);
    if (typeof key === 'string' && request.method === 'POST') replies.set(key, reply);
    if (trouble === 'lost-answer') return void response.destroy();
    const call = known ? '' : (calls.at(-1) ?? '');
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.body), () => onAnswer(call));
  }

  /** The page on which a client pays or goes back. */
  function showPage({ pathname }: URL, method: string | undefined, response: ServerResponse): void {
    const session = sessions.get(pathname.slice('/pay/'.length));
    if (session?.status !== 'open') return void response.writeHead(404).end('This page has expired.');
    if (method === 'POST') {
      pay(session);
      return void response.writeHead(303, { location: session.success_url }).end();
    }
    const back = session.cancel_url.replaceAll('&', '&amp;');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><html lang="en"><title>Pay</title><form method="post"><p>${session.amount_total} cents</p>
      <button>Pay</button></form><a href="${back}">Back</a></html>`,
    );
  }

  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** An event as it happens now, signed; it is also in Stripe's list. */
  function happen(type: string, object: unknown, id = next('evt')): SignedEvent {
    const event = {
      id,
      object: 'event',
      type,
      created: seconds(),
      data: { object },
    } as unknown as Stripe.Event;
    events.push(event);
    return sign(event);
  }

  function sign(event: unknown, secret = STRIPE_SECRETS.webhookSecret): SignedEvent {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds() });
    return { id: (event as { id: string }).id, payload, signature };
  }

  const last = () => {
    const session = [...sessions.values()].at(-1);
    if (!session) throw new Error('Nothing was asked of Stripe');
    return session;
  };
  const intentOf = (session: Session) => {
    const intent = intents.get(session.payment_intent ?? '');
    if (!intent) throw new Error('Nothing was paid');
    return intent;
  };

  /** The client pays on Stripe's page, perhaps another amount or in another currency than was asked. */
  function pay(
    session = last(),
    change: Partial<Pick<Intent, 'amount_received' | 'currency'>> = {},
  ): SignedEvent {
    const id = next('pi');
    const { amount_total: amount_received, currency, metadata } = session;
    intents.set(id, {
      id,
      object: 'payment_intent',
      status: 'succeeded',
      amount_received,
      currency,
      metadata,
      created: seconds(),
      ...change,
    });
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: id, url: null });
    return happen('checkout.session.completed', session);
  }

  return {
    url: base(),
    calls,
    sessions,
    /** Every event so far, signed now. */
    signedEvents: () => events.map((event) => sign(event)),
    sign,
    /** Called with each call that was answered, once its answer is on its way. */
    set onAnswer(call: typeof onAnswer) {
      onAnswer = call;
    },
    /** The newest event, signed as it is sent now. */
    lastEvent: () => sign(events.at(-1)),
    set trouble(kind: typeof trouble) {
      trouble = kind;
    },
    /** Refuses new pages with this sentence; takes them again without one. */
    set refuseOrders(sentence: string) {
      refusal = sentence;
    },
    last,
    pay,
    /** The client chose a slow method, which has not paid yet. */
    payLater(session = last()): SignedEvent {
      const id = next('pi');
      const { currency, metadata } = session;
      intents.set(id, {
        id,
        object: 'payment_intent',
        status: 'processing',
        amount_received: 0,
        currency,
        metadata,
        created: seconds(),
      });
      Object.assign(session, { status: 'complete', payment_intent: id, url: null });
      return happen('checkout.session.completed', session);
    },
    arrive(session = last()): SignedEvent {
      Object.assign(intentOf(session), { status: 'succeeded', amount_received: session.amount_total });
      return happen('checkout.session.async_payment_succeeded', session);
    },
    fail(session = last()): SignedEvent {
      Object.assign(intentOf(session), { status: 'requires_payment_method' });
      return happen('checkout.session.async_payment_failed', session);
    },
    expire(session = last()): SignedEvent {
      Object.assign(session, { status: 'expired', url: null });
      return happen('checkout.session.expired', session);
    },
    /** In Stripe's dashboard. */
    refund(amount: number, session = last()): SignedEvent {
      return happen('refund.created', move('refund', intentOf(session), { amount, status: 'pending' }));
    },
    refundFails(session = last()): SignedEvent {
      const refund = [...moved.values()].find((each) => each.payment_intent === session.payment_intent);
      return happen('refund.failed', Object.assign(refund ?? {}, { status: 'failed' }));
    },
    dispute(session = last()): SignedEvent {
      const intent = intentOf(session);
      return happen(
        'charge.dispute.created',
        move('dispute', intent, { amount: intent.amount_received, status: 'needs_response' }),
      );
    },
    win(session = last()): SignedEvent {
      const dispute = [...moved.values()].find(
        (each) => each.object === 'dispute' && each.payment_intent === session.payment_intent,
      );
      return happen('charge.dispute.closed', Object.assign(dispute ?? {}, { status: 'won' }));
    },
    /** The bank decides for the card's owner in the end. */
    lose(session = last()): SignedEvent {
      const dispute = [...moved.values()].find(
        (each) => each.object === 'dispute' && each.payment_intent === session.payment_intent,
      );
      return happen('charge.dispute.updated', Object.assign(dispute ?? {}, { status: 'lost' }));
    },
    /** A payment of another program with the same account. */
    foreign(): SignedEvent {
      const id = next('pi');
      intents.set(id, {
        id,
        object: 'payment_intent',
        status: 'succeeded',
        amount_received: 1_000,
        currency: 'usd',
        metadata: {},
        created: seconds(),
      });
      return happen('charge.refunded', {
        id: 'ch_other',
        object: 'charge',
        payment_intent: id,
        metadata: {},
      });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
