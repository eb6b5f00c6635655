import type { Db, Trx } from '../../platform/db/database.ts';
import type { CardCheckoutRow, CardEventRow } from './payments.table.ts';

export async function insertCheckout(trx: Trx, row: CardCheckoutRow): Promise<void> {
  await trx.insertInto('card_checkouts').values(row).execute();
}

/** Those of an invoice on which can still be paid, newest first. */
export async function listLiveCheckouts(db: Db, invoiceId: string): Promise<CardCheckoutRow[]> {
  return db
    .selectFrom('card_checkouts')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('status', 'in', ['starting', 'open'])
    .orderBy('id', 'desc')
    .execute();
}

/** Those of any invoice with a status that began before a moment, oldest first. */
export async function listCheckoutsBefore(
  db: Db,
  status: CardCheckoutRow['status'],
  { before, limit }: { before: string; limit: number },
): Promise<CardCheckoutRow[]> {
  return db
    .selectFrom('card_checkouts')
    .selectAll()
    .where('status', '=', status)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Those on which more or less can be paid than is left of their invoice. */
export async function listOutdatedCheckouts(db: Db, limit: number): Promise<CardCheckoutRow[]> {
  return db
    .selectFrom('card_checkouts')
    .selectAll()
    .where('status', '=', 'open')
    .where(
      ({ selectFrom }) =>
        selectFrom('invoices')
          .select('invoices.open')
          .whereRef('invoices.id', '=', 'card_checkouts.invoice_id'),
      '<>',
      ({ ref }) => ref('card_checkouts.amount'),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

export async function findCheckout(db: Db, id: string): Promise<CardCheckoutRow | undefined> {
  return db.selectFrom('card_checkouts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findCheckoutBySession(db: Db, sessionId: string): Promise<CardCheckoutRow | undefined> {
  return db.selectFrom('card_checkouts').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
}

export async function findCheckoutByIntent(db: Db, intentId: string): Promise<CardCheckoutRow | undefined> {
  return db.selectFrom('card_checkouts').selectAll().where('intent_id', '=', intentId).executeTakeFirst();
}

export async function updateCheckout(
  db: Db,
  id: string,
  change: Partial<Pick<CardCheckoutRow, 'status' | 'session_id' | 'url' | 'intent_id' | 'order_json'>>,
): Promise<void> {
  await db.updateTable('card_checkouts').set(change).where('id', '=', id).execute();
}

export async function hasCardEvent(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('card_events').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

export async function insertCardEvent(db: Db, row: CardEventRow): Promise<void> {
  await db
    .insertInto('card_events')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** When the newest event happened that was seen; undefined before the first. */
export async function findLastEventTime(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('card_events')
    .select('happened_at')
    .orderBy('happened_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.happened_at;
}

export async function deleteCardEvents(db: Db, before: string): Promise<void> {
  await db.deleteFrom('card_events').where('happened_at', '<', before).execute();
}
