import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import type { Endpoint } from '@atelier/domain/endpoint.ts';
import { sql } from 'kysely';
import type { Engine } from '../../server/src/platform/db/database.ts';
import type { DatabaseLocation } from '../../server/src/platform/db/open.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { databaseEnv } from '../../server/test/harness/child.ts';
import { createTestLocation } from '../../server/test/harness/database.ts';
import { type RunningProduct, startProduct } from '../../server/test/harness/running-product.ts';
import { openStripeStandIn, type SignedEvent, stripeEnv } from '../../server/test/harness/stripe-stand-in.ts';
import { sampleInvoice } from '../../server/test/samples/invoices.ts';
import { sampleBrief } from '../../server/test/samples/projects.ts';
import { withDatabase } from './kept.ts';
import { type Change, without } from './without.ts';

type StandIn = Awaited<ReturnType<typeof openStripeStandIn>>;

/** What is paid back of a payment. */
export const PAID_BACK = 1_000;

/** A studio that takes cards, in a process that is killed and started again; the provider goes on meanwhile. */
export class CardStudio implements AsyncDisposable {
  readonly stripe: StandIn;
  readonly #env: Record<string, string>;
  readonly #location: DatabaseLocation;
  readonly #removeAll: () => Promise<void>;
  #server: RunningProduct;
  #projectId = '';
  #tokens = { owner: '', client: '' };

  private constructor(
    parts: {
      stripe: StandIn;
      env: Record<string, string>;
      location: DatabaseLocation;
      server: RunningProduct;
    },
    removeAll: () => Promise<void>,
  ) {
    this.stripe = parts.stripe;
    this.#env = parts.env;
    this.#location = parts.location;
    this.#server = parts.server;
    this.#removeAll = removeAll;
  }

  static async open(engine: Engine): Promise<CardStudio> {
    const { location, remove } = await createTestLocation(engine);
    const folder = mkdtempSync(`${tmpdir()}/atelier-cards-`);
    const stripe = await openStripeStandIn(() => new Date());
    const env = { DATA_DIR: folder, ...databaseEnv(location), ...stripeEnv(stripe.url) };
    const server = await startProduct(env);
    const studio = new CardStudio({ stripe, env, location, server }, async () => {
      await stripe[Symbol.asyncDispose]();
      await remove();
      rmSync(folder, { recursive: true, force: true });
    });
    const enter = async (email: string) => {
      const token = await server.signUp(email);
      await server.call(token, api.getMe);
      return token;
    };
    studio.#tokens = {
      owner: await enter('owner@studio.example'),
      client: await enter('ada@client.example'),
    };
    const { body } = await server.call(studio.#tokens.client, api.submitOnboarding, {
      body: { final: sampleBrief },
    });
    studio.#projectId = body.id;
    return studio;
  }

  /** Ends the process in order and starts one whose sources are changed; the product as it is without changes. */
  async restart(changes: readonly Change[] = []): Promise<void> {
    await this.#server.stop();
    this.#server = await startProduct({ ...this.#env, ...(changes.length > 0 && without(changes)) });
  }

  /** Kills the process a moment after the provider has answered a call. */
  killAfterAnswer(call: string, milliseconds: number): void {
    const { process } = this.#server.child;
    this.stripe.onAnswer = (answered) => {
      if (answered === call) setTimeout(() => process.kill('SIGKILL'), milliseconds);
    };
  }

  /** Resolves with what ended the process. */
  async ended(): Promise<NodeJS.Signals | null> {
    const { signal } = await this.#server.child.ended;
    this.stripe.onAnswer = () => {};
    return signal;
  }

  /** Starts the next process; its job of making up for what was missed is due at once if it is asked to. */
  async startAgain({ catchesUp = false } = {}): Promise<void> {
    if (catchesUp) {
      await withDatabase(this.#location, (db) =>
        sql`delete from job_leases where name = 'payments.catch-up'`.execute(db),
      );
    }
    this.#server = await startProduct(this.#env);
  }

  async sendInvoice(): Promise<string> {
    const params = { id: this.#projectId };
    const made = await this.#call('owner', api.createInvoice, { params, body: { ...sampleInvoice } });
    const invoice = (made?.body as { items: { id: string; revision: number }[] } | undefined)?.items[0];
    if (!invoice) throw new Error('No invoice was made');
    const at = { params: { ...params, invoiceId: invoice.id }, body: { revision: invoice.revision } };
    await this.#call('owner', api.sendInvoice, at);
    return invoice.id;
  }

  /** The client presses “Pay by card”. @returns the page; undefined without a reply */
  async startPayment(invoiceId: string): Promise<string | undefined> {
    const params = { id: this.#projectId, invoiceId };
    const reply = await this.#call('client', api.startCardPayment, { params });
    return (reply?.body as { url: string } | undefined)?.url;
  }

  /** The provider sends an event. @returns whether it was taken in */
  async deliver({ payload, signature }: SignedEvent): Promise<boolean> {
    const reply = await fetch(`${this.#server.origin}/api/card-events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body: payload,
    }).catch(withoutReply);
    return reply?.status === 200;
  }

  /** The studio pays a part of an invoice's payment back, perhaps pressing again with the same key. */
  async payBack(invoiceId: string, key = newId()): Promise<void> {
    const params = { id: this.#projectId };
    const payment = await withDatabase(this.#location, (db) =>
      db
        .selectFrom('payments')
        .select('id')
        .where('invoice_id', '=', invoiceId)
        .where('kind', '=', 'payment')
        .executeTakeFirst(),
    );
    if (!payment) return;
    await this.#call('owner', api.refundPayment, {
      params: { ...params, paymentId: payment.id },
      body: { amount: PAID_BACK, on: '2026-03-02', key },
    });
  }

  /** What is counted for an invoice, and what is left to pay of it. */
  async counted(invoiceId: string): Promise<string[]> {
    return withDatabase(this.#location, async (db) => {
      const rows = await db
        .selectFrom('payments')
        .select(['kind', 'amount'])
        .where('invoice_id', '=', invoiceId)
        .orderBy('kind')
        .execute();
      const { open } = await db
        .selectFrom('invoices')
        .select('open')
        .where('id', '=', invoiceId)
        .executeTakeFirstOrThrow();
      return [...rows.map(({ kind, amount }) => `${kind} ${amount}`), `open ${open}`];
    });
  }

  /** @returns the reply; undefined where the process ended before it */
  async #call(side: 'owner' | 'client', endpoint: Endpoint, input: object) {
    const reply = await this.#server.call(this.#tokens[side], endpoint, input).catch(withoutReply);
    if (reply && reply.status >= 300)
      throw new Error(`${endpoint.path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop();
    await this.#removeAll();
  }
}

/** What `fetch` throws where there is no reply; anything else is a fault of the proof. */
function withoutReply(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}
