/*
 * A provider of card payments, as this feature knows it. It holds the card; we hold what we asked for and what it says became of
 * it. An event of the provider is only a hint to ask again: what is asked is the truth, so that events can come twice, late or in
 * any order.
 */

/** What a provider is asked to collect. The same order makes the same checkout, however often it is sent. */
export interface CardOrder {
  /** Ours: the provider repeats it in all that follows. */
  id: string;
  invoiceId: string;
  /** "Invoice 2026-0007". */
  name: string;
  detail: string;
  /** Integer cents. */
  amount: number;
  email: string;
  /** Where the client goes afterwards, and without having paid. */
  doneUrl: string;
  backUrl: string;
  /** ISO. */
  expiresAt: string;
}

/** A page of the provider's on which the client pays. */
export interface CardCheckout {
  sessionId: string;
  url: string;
}

/** Money that moved at the provider, in integer cents. */
export interface CardMovement {
  /** The provider's id. */
  id: string;
  amount: number;
  /** The provider's fee. */
  fee: number;
  /** As the provider writes it: "usd". */
  currency: string;
  /** A day such as 2030-01-31. */
  on: string;
}

/** Money that went back, or was meant to. */
export interface CardReturn extends CardMovement {
  kind: 'refund' | 'dispute';
  /** False for a refund that failed, or a dispute that was won. */
  isGone: boolean;
}

/** How a checkout stands at the provider. */
export interface CardStanding {
  status: 'open' | 'complete' | 'expired';
  /** The provider's id of the payment; null before the client tried. */
  intentId: string | null;
  /** Our order's id, as the provider repeats it. */
  orderId: string | null;
  /** What was received; null until it was. */
  payment: CardMovement | null;
  returns: CardReturn[];
}

/** An event of the provider: what it is about, never what it says happened. */
export interface CardEvent {
  id: string;
  type: string;
  /** ISO. */
  happenedAt: string;
  orderId: string | null;
  sessionId: string | null;
  intentId: string | null;
}

/** An event whose signature is wrong, or too old. */
export class ForgedEventError extends Error {}

export interface CardProvider {
  /** "Stripe". */
  readonly name: string;
  /** What one payment can be, in integer cents. */
  readonly limits: { least: number; most: number };
  /** @throws AppError provider_refused, unavailable; the two below do, too */
  createCheckout(order: CardOrder): Promise<CardCheckout>;
  /** Ends a page on which nothing was paid. Does nothing where it has ended or was paid. */
  endCheckout(sessionId: string): Promise<void>;
  readCheckout(sessionId: string): Promise<CardStanding>;
  /** Our order's id of a payment; undefined for one that isn't ours. */
  findOrder(intentId: string): Promise<string | undefined>;
  /** Pays back. The same key pays back once. @throws AppError provider_refused */
  refund(refund: { intentId: string; amount: number; key: string }): Promise<void>;
  /** @throws ForgedEventError */
  readEvent(raw: Uint8Array, signature: string, now: Date): CardEvent;
  /** The events of the last days that concern payments, newest first, back to a moment. */
  listEvents(since: string): AsyncIterable<CardEvent>;
}
