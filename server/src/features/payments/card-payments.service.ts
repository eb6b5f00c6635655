import { AppError, notFound } from '@atelier/domain/errors.ts';
import { invoiceRefusal, openAmount } from '@atelier/domain/invoices/rules.ts';
import { CURRENCY, formatCents } from '@atelier/domain/money/rules.ts';
import { projectPath } from '@atelier/domain/pages.ts';
import { z } from 'zod';
import { type ProjectActor, STUDIO_ITSELF } from '../../core/projects/project-event.ts';
import { lockSomeProject } from '../../core/projects/project-lookup.ts';
import { isoIn, isoNow } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { parseStoredJson } from '../../platform/db/stored-json.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteCardEvents,
  findCheckout,
  findCheckoutByIntent,
  findCheckoutBySession,
  findLastEventTime,
  hasCardEvent,
  insertCardEvent,
  insertCheckout,
  listCheckoutsBefore,
  listLiveCheckouts,
  listOutdatedCheckouts,
  updateCheckout,
} from './card-checkouts.repository.ts';
import type { CardEvent, CardOrder, CardProvider, CardStanding } from './card-provider.ts';
import { findPaymentBySource, updatePaymentFee } from './payments.repository.ts';
import type { PayableInvoice, PaymentsDeps, PaymentsService } from './payments.service.ts';
import type { CardCheckoutRow } from './payments.table.ts';

export interface CardPaymentsDeps extends PaymentsDeps, Pick<Platform, 'publicUrl' | 'log'> {
  payments: PaymentsService;
  /** Loads the provider with the first payment; undefined without one. */
  loadCards: (() => Promise<CardProvider>) | undefined;
}

/** A client who pays an invoice, or asks about it. */
export interface CardAct {
  projectId: string;
  invoiceId: string;
  by: ProjectActor;
}

/** How long the provider's page can be paid on. Its own limits are half an hour and a day. */
const CHECKOUT_SECONDS = 23 * 3_600;
/** A checkout whose answer never came back is asked for again after this time. */
const UNSETTLED_SECONDS = 120;
const BATCH = 50;
/** How far before the newest event that was seen the provider is asked: events don't arrive in order. */
const OVERLAP_SECONDS = 24 * 3_600;
/** The provider lists its events for thirty days. */
const EVENTS_SECONDS = 29 * 24 * 3_600;
const EVENTS_KEPT_SECONDS = 60 * 24 * 3_600;

const orderSchema = z.object({
  id: z.string(),
  invoiceId: z.string(),
  name: z.string(),
  detail: z.string(),
  amount: z.number(),
  email: z.string(),
  doneUrl: z.string(),
  backUrl: z.string(),
  expiresAt: z.string(),
});

/**
 * Payments by card. Each step can be repeated: what the provider is asked for has a key of ours, and what it says is counted once
 * by its own ids. So a process that ends anywhere loses nothing and doubles nothing.
 */
export class CardPaymentsService {
  readonly #deps: CardPaymentsDeps;

  constructor(deps: CardPaymentsDeps) {
    this.#deps = deps;
  }

  /** What can be paid by card; undefined where nothing can. */
  async limits(): Promise<CardProvider['limits'] | undefined> {
    return (await this.#deps.loadCards?.())?.limits;
  }

  /**
   * The address of a page on which what is left of an invoice can be paid: the same for as long as that is the same.
   * @throws not_found, conflict for what can't be paid by card, unavailable
   */
  async start(act: CardAct): Promise<string> {
    const { db } = this.#deps;
    const seen = await transaction(db, (trx) => this.#lock(trx, act));
    const cards = await this.#cards();
    assertPayableByCard(seen, cards);
    const { checkout, outdated } = await transaction(db, async (trx) => {
      const invoice = await this.#lock(trx, act);
      const amount = assertPayableByCard(invoice, cards);
      const now = isoNow(this.#deps.clock);
      const live = (await listLiveCheckouts(trx, invoice.id)).filter(({ expires_at }) => expires_at > now);
      const same = live.find((row) => row.amount === amount);
      const checkout = same ?? this.#newCheckout(invoice, { amount, email: act.by.email });
      if (!same) await insertCheckout(trx, checkout);
      return { checkout, outdated: live.filter((row) => row !== same) };
    });
    // A page with another amount is no longer what is left.
    for (const row of outdated) await this.#end(cards, row);
    return checkout.url ?? (await this.#ask(cards, checkout)).url;
  }

  /** What became of an invoice's payment, asked of the provider now. */
  async check(act: CardAct): Promise<'paid' | 'pending' | 'none'> {
    const { db, loadCards } = this.#deps;
    // Only its client may ask.
    await transaction(db, (trx) => this.#lock(trx, act));
    const cards = await loadCards?.();
    const live = cards ? await listLiveCheckouts(db, act.invoiceId) : [];
    for (const checkout of live) {
      if (cards) await this.#settle(cards, checkout);
    }
    const invoice = await transaction(db, (trx) => this.#lock(trx, act));
    if (invoice.status === 'void') return 'none';
    if (openAmount(invoice) === 0) return 'paid';
    return live.length > 0 ? 'pending' : 'none';
  }

  /**
   * Takes in an event of the provider. One that was seen before changes nothing.
   * @throws validation_failed for a forged one, unavailable where the provider can't say what it is about
   */
  async receive(raw: Uint8Array, signature: string): Promise<void> {
    const cards = await this.#deps.loadCards?.();
    // Nobody can sign one for a studio without cards.
    if (!cards) throw forged();
    let event: CardEvent;
    try {
      event = cards.readEvent(raw, signature, this.#deps.clock.now());
    } catch {
      throw forged();
    }
    await this.#handle(cards, event);
  }

  /** Makes up for what was missed: answers that never came back, and events that never arrived. A recurring job calls it. */
  async catchUp(): Promise<void> {
    const cards = await this.#deps.loadCards?.();
    if (!cards) return;
    const { db, clock } = this.#deps;
    const now = isoNow(clock);
    const unanswered = { before: isoIn(clock, -UNSETTLED_SECONDS), limit: BATCH };
    for (const checkout of await listCheckoutsBefore(db, 'starting', unanswered)) {
      // The same order gives the page that was made then, if one was.
      if (checkout.expires_at > now) await this.#try(() => this.#ask(cards, checkout), checkout);
      else await updateCheckout(db, checkout.id, ENDED);
    }
    const over = { before: isoIn(clock, -CHECKOUT_SECONDS), limit: BATCH };
    for (const checkout of await listCheckoutsBefore(db, 'open', over))
      await this.#try(() => this.#settle(cards, checkout), checkout);
    // What was paid by transfer since, credited or voided.
    for (const checkout of await listOutdatedCheckouts(db, BATCH))
      await this.#try(() => this.#end(cards, checkout), checkout);
    const last = await findLastEventTime(db);
    const earliest = isoIn(clock, -EVENTS_SECONDS);
    const overlap = last && new Date(Date.parse(last) - OVERLAP_SECONDS * 1000).toISOString();
    const since = overlap && overlap > earliest ? overlap : earliest;
    for await (const event of cards.listEvents(since))
      await this.#try(() => this.#handle(cards, event), event);
    await deleteCardEvents(db, isoIn(clock, -EVENTS_KEPT_SECONDS));
  }

  /** Pays a card's payment back through the provider. @throws not_found, conflict, unavailable */
  async refund(
    { projectId, paymentId }: { projectId: string; paymentId: string },
    { amount, key }: { amount: number; key: string },
  ): Promise<void> {
    const cards = await this.#cards();
    const { db } = this.#deps;
    const { payment } = await transaction(db, (trx) =>
      this.#deps.payments.lockRefundable(trx, { projectId, paymentId }, amount),
    );
    const intentId = intentOf(payment.source_key);
    const checkout = intentId && (await findCheckoutByIntent(db, intentId));
    if (!intentId || !checkout) throw notFound();
    await cards.refund({ intentId, amount, key: `refund ${paymentId} ${key}` });
    await this.#settle(cards, checkout);
  }

  /** Goes on after what fails by itself; not while the provider can't be reached. */
  async #try(work: () => Promise<unknown>, { id }: { id: string }): Promise<void> {
    await work().catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unavailable') throw error;
      this.#deps.log.error({ err: error, id }, 'a card payment could not be looked after');
    });
  }

  /** Ends a page that asks for what is no longer due, and counts what was paid on it before. */
  async #end(cards: CardProvider, checkout: CardCheckoutRow): Promise<void> {
    if (!checkout.session_id) return updateCheckout(this.#deps.db, checkout.id, ENDED);
    await cards.endCheckout(checkout.session_id);
    await this.#settle(cards, checkout);
  }

  /** Asks something about a checkout; one that the provider refuses has ended. */
  async #askAbout<Answer>(id: string, ask: () => Promise<Answer>): Promise<Answer> {
    return ask().catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'provider_refused')
        await updateCheckout(this.#deps.db, id, ENDED);
      throw error;
    });
  }

  async #handle(cards: CardProvider, event: CardEvent): Promise<void> {
    const { db, clock } = this.#deps;
    if (await hasCardEvent(db, event.id)) return;
    const checkout = await this.#find(cards, event);
    if (checkout) await this.#settle(cards, checkout);
    // Only now: what ended in between is taken in when it comes again.
    const { id, type, happenedAt: happened_at } = event;
    await insertCardEvent(db, { id, type, happened_at, seen_at: isoNow(clock) });
  }

  /** The checkout that an event is about; undefined for a payment of another program that uses the same account. */
  async #find(
    cards: CardProvider,
    { orderId, sessionId, intentId }: CardEvent,
  ): Promise<CardCheckoutRow | undefined> {
    const { db } = this.#deps;
    const known =
      (sessionId && (await findCheckoutBySession(db, sessionId))) ||
      (intentId && (await findCheckoutByIntent(db, intentId))) ||
      (orderId && (await findCheckout(db, orderId)));
    if (known || !intentId || orderId) return known || undefined;
    // A refund can be reported before the payment: only the provider knows whose it is.
    const order = await cards.findOrder(intentId);
    return order === undefined ? undefined : findCheckout(db, order);
  }

  /** Asks the provider how a checkout stands, and counts what is new. */
  async #settle(cards: CardProvider, { id, session_id }: CardCheckoutRow): Promise<void> {
    const { db, log } = this.#deps;
    if (!session_id) return;
    const standing = await this.#askAbout(id, () => cards.readCheckout(session_id));
    await transaction(db, async (trx) => {
      const found = await findCheckout(trx, id);
      const invoice = found && (await this.#deps.invoices.lock(trx, found.invoice_id));
      const checkout = found && (await findCheckout(trx, id));
      if (!checkout || !invoice) return;
      if (standing.orderId !== id) {
        log.error({ checkout: id, session: session_id }, 'the card provider answered for another order');
        return;
      }
      await this.#count(trx, invoice, { checkout, standing });
    });
  }

  async #count(
    trx: Trx,
    invoice: PayableInvoice,
    { checkout, standing }: { checkout: CardCheckoutRow; standing: CardStanding },
  ): Promise<void> {
    const { payments } = this.#deps;
    const { payment, intentId } = standing;
    if (!payment) {
      if (standing.status === 'expired') await updateCheckout(trx, checkout.id, ENDED);
      else if (intentId) await updateCheckout(trx, checkout.id, { intent_id: intentId });
      return;
    }
    if (payment.amount !== checkout.amount || payment.currency.toUpperCase() !== CURRENCY) {
      if (checkout.status !== 'mismatch') await this.#reportMismatch(trx, invoice, { checkout, payment });
      await updateCheckout(trx, checkout.id, { status: 'mismatch', intent_id: intentId });
      return;
    }
    const sourceKey = sourceOf(payment.id);
    await payments.receive(trx, invoice, STUDIO_ITSELF, {
      amount: payment.amount,
      fee: payment.fee,
      method: 'card',
      reference: payment.id,
      on: payment.on,
      note: '',
      sourceKey,
      isProvided: true,
    });
    await updateCheckout(trx, checkout.id, { status: 'paid', intent_id: intentId });
    const counted = await findPaymentBySource(trx, sourceKey);
    if (!counted) return;
    // A provider can know its fee later than the payment.
    if (counted.fee === 0 && payment.fee > 0) await updatePaymentFee(trx, counted.id, payment.fee);
    for (const { id, kind, amount, on, isGone } of standing.returns) {
      const facts = { amount, on, isGone, isDisputed: kind === 'dispute', sourceKey: sourceOf(id) };
      await payments.countReturn(trx, invoice, { payment: counted, ...facts });
    }
  }

  async #reportMismatch(
    trx: Trx,
    invoice: PayableInvoice,
    { checkout, payment }: { checkout: CardCheckoutRow; payment: { amount: number; currency: string } },
  ): Promise<void> {
    if (invoice.isProjectDeleted) return;
    await this.#deps.recordEvent(trx, {
      projectId: invoice.projectId,
      kind: 'payment_mismatched',
      by: STUDIO_ITSELF,
      subject: { id: invoice.id, title: invoice.title },
      detail: {
        number: invoice.number,
        asked: checkout.amount,
        collected: payment.amount,
        currency: payment.currency,
      },
      studioOnly: true,
    });
  }

  async #ask(cards: CardProvider, checkout: CardCheckoutRow): Promise<{ url: string }> {
    const order: CardOrder = parseStoredJson(orderSchema, checkout.order_json, {
      column: 'card_checkouts.order_json',
      id: checkout.id,
    });
    const { sessionId, url } = await this.#askAbout(checkout.id, () => cards.createCheckout(order));
    // The order, which has the client's address, isn't needed any more.
    const made = { status: 'open', session_id: sessionId, url, order_json: '{}' } as const;
    await updateCheckout(this.#deps.db, checkout.id, made);
    return { url };
  }

  #newCheckout(
    invoice: PayableInvoice,
    { amount, email }: { amount: number; email: string },
  ): CardCheckoutRow {
    const { clock, publicUrl } = this.#deps;
    const id = newId();
    const back = `${publicUrl}${projectPath(invoice.projectId, { tab: 'invoices' })}`;
    const order: CardOrder = {
      id,
      invoiceId: invoice.id,
      name: `Invoice ${invoice.number}`,
      detail: invoice.title,
      amount,
      email,
      doneUrl: `${back}&paid=${invoice.id}`,
      backUrl: back,
      expiresAt: isoIn(clock, CHECKOUT_SECONDS),
    };
    return {
      id,
      project_id: invoice.projectId,
      invoice_id: invoice.id,
      amount,
      status: 'starting',
      session_id: null,
      url: null,
      intent_id: null,
      order_json: JSON.stringify(order),
      expires_at: order.expiresAt,
      created_at: isoNow(clock),
    };
  }

  async #lock(trx: Trx, { projectId, invoiceId, by }: CardAct): Promise<PayableInvoice> {
    await lockSomeProject(trx, projectId, by);
    const invoice = await this.#deps.invoices.lock(trx, invoiceId);
    if (invoice?.projectId !== projectId || invoice.status === 'draft') throw notFound();
    return invoice;
  }

  async #cards(): Promise<CardProvider> {
    const cards = await this.#deps.loadCards?.();
    if (!cards) throw new AppError('conflict', 'Payment by card isn’t set up here.');
    return cards;
  }
}

const ENDED = { status: 'ended', order_json: '{}' } as const;
const forged = () => new AppError('validation_failed', 'The event’s signature is wrong.');
const sourceOf = (id: string) => `card ${id}`;
const intentOf = (sourceKey: string) => (sourceKey.startsWith('card ') ? sourceKey.slice(5) : undefined);

/** What is left to pay of an invoice. @throws conflict if none of it can be paid by card */
function assertPayableByCard(invoice: PayableInvoice, { limits, name }: CardProvider): number {
  const refusal = invoiceRefusal('pay', invoice);
  if (refusal) throw new AppError('conflict', refusal);
  const amount = openAmount(invoice);
  if (amount === 0) throw new AppError('conflict', 'Nothing is left to pay of this invoice.');
  if (amount < limits.least || amount > limits.most) {
    const range = `${formatCents(limits.least)} to ${formatCents(limits.most)}`;
    throw new AppError('provider_refused', `${name} takes ${range} by card. Pay this one by bank transfer.`);
  }
  return amount;
}
