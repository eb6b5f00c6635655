import { AppError } from '@atelier/domain/errors.ts';
import { CURRENCY } from '@atelier/domain/money/rules.ts';
import Stripe from 'stripe';
import {
  type CardCheckout,
  type CardEvent,
  type CardMovement,
  type CardOrder,
  type CardProvider,
  type CardReturn,
  type CardStanding,
  ForgedEventError,
} from './card-provider.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Where the API is; Stripe's own unless given. */
  apiUrl: string | undefined;
}

/** Seconds that an event's signature is good for, as Stripe recommends: an older one was caught and sent again. */
const SIGNATURE_SECONDS = 300;
const TIMEOUT_MS = 8_000;
/** Stripe's limits for an amount in US dollars: half a dollar, and eight digits. */
const LIMITS = { least: 50, most: 99_999_999 };

/** What may change how a payment stands. */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;

/** A dispute in one of these states has taken the money back; one that was won has returned it. */
const TAKEN: readonly string[] = [
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
  'lost',
];

/** Cards through Stripe Checkout: the client pays on a page of Stripe's. */
export class StripeCards implements CardProvider {
  readonly name = 'Stripe';
  readonly limits = LIMITS;
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;

  constructor({ secretKey, webhookSecret, apiUrl }: StripeSettings) {
    const api = apiUrl ? new URL(apiUrl) : undefined;
    this.#webhookSecret = webhookSecret;
    this.#stripe = new Stripe(secretKey, {
      ...(api && {
        host: api.hostname,
        port: api.port || (api.protocol === 'https:' ? '443' : '80'),
        protocol: api.protocol === 'https:' ? 'https' : 'http',
      }),
      maxNetworkRetries: 1,
      timeout: TIMEOUT_MS,
      telemetry: false,
    });
  }

  async createCheckout(order: CardOrder): Promise<CardCheckout> {
    const metadata = { order: order.id, invoice: order.invoiceId };
    const session = await this.#ask(() =>
      this.#stripe.checkout.sessions.create(
        {
          mode: 'payment',
          // Slower methods would leave an invoice open, and payable twice, for days.
          allowed_payment_method_types: ['card'],
          client_reference_id: order.id,
          customer_email: order.email,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: CURRENCY.toLowerCase(),
                unit_amount: order.amount,
                product_data: { name: order.name, ...(order.detail && { description: order.detail }) },
              },
            },
          ],
          metadata,
          // With it the fee is known as soon as the payment is.
          payment_intent_data: { metadata, description: order.name, capture_method: 'automatic' },
          success_url: order.doneUrl,
          cancel_url: order.backUrl,
          expires_at: Math.floor(Date.parse(order.expiresAt) / 1000),
        },
        { idempotencyKey: `checkout ${order.id}` },
      ),
    );
    if (!session.url) throw new AppError('provider_refused', 'This payment has ended. Try it again.');
    return { sessionId: session.id, url: session.url };
  }

  async endCheckout(sessionId: string): Promise<void> {
    await this.#stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
      // One that was paid, or has ended, can't end.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw unavailable(error);
    });
  }

  async readCheckout(sessionId: string): Promise<CardStanding> {
    return this.#ask(async () => {
      const session = await this.#stripe.checkout.sessions.retrieve(sessionId, {
        expand: ['payment_intent.latest_charge.balance_transaction'],
      });
      const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
      const intentId =
        typeof session.payment_intent === 'string' ? session.payment_intent : (intent?.id ?? null);
      const charge = typeof intent?.latest_charge === 'string' ? null : (intent?.latest_charge ?? null);
      const payment = intent && charge && intent.amount_received > 0 ? paymentOf(intent, charge) : null;
      return {
        status: standingOf(session.status),
        intentId,
        orderId: session.client_reference_id,
        payment,
        returns: payment && intentId ? await this.#readReturns(intentId) : [],
      };
    });
  }

  async findOrder(intentId: string): Promise<string | undefined> {
    const intent = await this.#ask(() => this.#stripe.paymentIntents.retrieve(intentId));
    return intent.metadata.order;
  }

  async refund({ intentId, amount, key }: { intentId: string; amount: number; key: string }): Promise<void> {
    await this.#ask(() =>
      this.#stripe.refunds.create({ payment_intent: intentId, amount }, { idempotencyKey: key }),
    );
  }

  readEvent(raw: Uint8Array, signature: string, now: Date): CardEvent {
    try {
      const event = this.#stripe.webhooks.constructEvent(
        raw,
        signature,
        this.#webhookSecret,
        SIGNATURE_SECONDS,
        undefined,
        now.getTime(),
      );
      return eventOf(event);
    } catch (error) {
      throw new ForgedEventError('The signature of an event is wrong', { cause: error });
    }
  }

  async *listEvents(since: string): AsyncIterable<CardEvent> {
    const created = { gte: Math.floor(Date.parse(since) / 1000) };
    const types = [...STRIPE_EVENTS];
    try {
      for await (const event of this.#stripe.events.list({ created, types, limit: 100 }))
        yield eventOf(event);
    } catch (error) {
      throw unavailable(error);
    }
  }

  async #readReturns(payment_intent: string): Promise<CardReturn[]> {
    const [refunds, disputes] = await Promise.all([
      this.#stripe.refunds.list({ payment_intent, limit: 100 }),
      this.#stripe.disputes.list({ payment_intent, limit: 100 }),
    ]);
    return [
      ...refunds.data.map((refund): CardReturn => {
        const isGone = refund.status !== 'failed' && refund.status !== 'canceled';
        return { kind: 'refund', isGone, ...movement(refund) };
      }),
      ...disputes.data.map((dispute): CardReturn => {
        return { kind: 'dispute', isGone: TAKEN.includes(dispute.status), ...movement(dispute) };
      }),
    ];
  }

  async #ask<Result>(ask: () => Promise<Result>): Promise<Result> {
    return ask().catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      if (error instanceof Stripe.errors.StripeInvalidRequestError)
        throw new AppError('provider_refused', `Stripe refuses it: ${error.message}`, { cause: error });
      throw unavailable(error);
    });
  }
}

function standingOf(status: string | null): CardStanding['status'] {
  return status === 'complete' || status === 'expired' ? status : 'open';
}

function paymentOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge): CardMovement {
  const balance = typeof charge.balance_transaction === 'string' ? null : charge.balance_transaction;
  return { ...movement(charge), id: intent.id, amount: intent.amount_received, fee: balance?.fee ?? 0 };
}

function movement({
  id,
  amount,
  currency,
  created,
}: {
  id: string;
  amount: number;
  currency: string;
  created: number;
}): CardMovement {
  return { id, amount, currency, fee: 0, on: new Date(created * 1000).toISOString().slice(0, 10) };
}

/** The parts of an event's object that say what it is about; each kind of object has some of them. */
interface EventObject {
  object: string;
  id: string;
  client_reference_id?: string | null;
  payment_intent?: string | { id: string } | null;
  metadata?: Record<string, string> | null;
}

function eventOf({ id, type, created, data }: Stripe.Event): CardEvent {
  const object = data.object as unknown as EventObject;
  const intent = object.payment_intent;
  return {
    id,
    type,
    happenedAt: new Date(created * 1000).toISOString(),
    orderId: object.client_reference_id ?? object.metadata?.order ?? null,
    sessionId: object.object === 'checkout.session' ? object.id : null,
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
  };
}

function unavailable(error: unknown): AppError {
  return new AppError('unavailable', 'The card payment service can’t be reached. Try again in a minute.', {
    cause: error,
  });
}
