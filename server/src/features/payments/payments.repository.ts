import type { Db, Trx } from '../../platform/db/database.ts';
import type { PaymentRow } from './payments.table.ts';

/** Of a project's invoices, newest first. Ids are ordered by time. */
export async function listPayments(db: Db, projectId: string, limit: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Of an invoice, oldest first. */
export async function listPaymentsFor(db: Db, invoiceId: string): Promise<PaymentRow[]> {
  return db.selectFrom('payments').selectAll().where('invoice_id', '=', invoiceId).orderBy('id').execute();
}

export async function findPayment(db: Db, projectId: string, id: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

export async function findPaymentBySource(db: Db, sourceKey: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('source_key', '=', sourceKey).executeTakeFirst();
}

/** Adds a payment unless there is one from the same source; returns whether it did. */
export async function insertPayment(trx: Trx, payment: PaymentRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('source_key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Says what the provider kept of a payment. */
export async function updatePaymentFee(trx: Trx, id: string, fee: number): Promise<void> {
  await trx.updateTable('payments').set({ fee }).where('id', '=', id).execute();
}

/** Marks a payment as a mistake, once; returns whether it did. */
export async function markPaymentRemoved(
  trx: Trx,
  id: string,
  { now, note }: { now: string; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payments')
    .set({ removed_at: now, note })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
