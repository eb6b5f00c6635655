import type { Db, Trx } from '../../platform/db/database.ts';
import type { BillingDetailsRow, PlannedPaymentRow } from './invoices.table.ts';

/** In the order of the plan. */
export async function listPlannedPayments(db: Db, projectId: string): Promise<PlannedPaymentRow[]> {
  return db
    .selectFrom('planned_payments')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute();
}

export async function insertPlannedPayments(trx: Trx, rows: readonly PlannedPaymentRow[]): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('planned_payments')
      .values([...rows])
      .execute();
}

/** Says which invoice asks for a planned payment, unless another does already; returns whether it did. */
export async function claimPlannedPayment(trx: Trx, id: string, invoiceId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('planned_payments')
    .set({ invoice_id: invoiceId, dismissed_at: null })
    .where('id', '=', id)
    .where('invoice_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Changes what a planned payment without an invoice comes to. */
export async function setPlannedAmount(trx: Trx, id: string, amount: number): Promise<void> {
  await trx
    .updateTable('planned_payments')
    .set({ amount })
    .where('id', '=', id)
    .where('invoice_id', 'is', null)
    .execute();
}

/** Says which milestone waits for a planned payment; returns whether there is one. */
export async function setHeldMilestone(
  trx: Trx,
  { projectId, plannedId, milestoneId }: { projectId: string; plannedId: string; milestoneId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('planned_payments')
    .set({ holds_milestone_id: milestoneId })
    .where('id', '=', plannedId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The planned payment of a draft that was deleted, or of an invoice that is void: it waits for the studio from then on. */
export async function releasePlannedPayment(trx: Trx, invoiceId: string, now: string): Promise<void> {
  await trx
    .updateTable('planned_payments')
    .set({ invoice_id: null, dismissed_at: now })
    .where('invoice_id', '=', invoiceId)
    .execute();
}

/** Those without an invoice whose day has come and of which something is left, in projects that are open. */
export async function listPaymentsDueBy(db: Db, day: string, limit: number): Promise<PlannedPaymentRow[]> {
  return db
    .selectFrom('planned_payments')
    .innerJoin('projects', 'projects.id', 'planned_payments.project_id')
    .selectAll('planned_payments')
    .where('planned_payments.invoice_id', 'is', null)
    .where('planned_payments.due_date', '<=', day)
    .where('planned_payments.amount', '>', 0)
    .where('planned_payments.dismissed_at', 'is', null)
    .where('projects.status', '=', 'submitted')
    .orderBy('planned_payments.due_date')
    .limit(limit)
    .execute();
}

/** Open projects with a payment left that no day brings: what waits for approvals. In the order of their ids. */
export async function listProjectsAwaitingApproval(
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<{ project_id: string }[]> {
  return db
    .selectFrom('planned_payments')
    .innerJoin('projects', 'projects.id', 'planned_payments.project_id')
    .select('planned_payments.project_id')
    .distinct()
    .where('planned_payments.invoice_id', 'is', null)
    .where('planned_payments.due', 'in', ['milestone', 'finish'])
    .where('planned_payments.amount', '>', 0)
    .where('planned_payments.dismissed_at', 'is', null)
    .where('projects.status', '=', 'submitted')
    .$if(after !== undefined, (query) => query.where('planned_payments.project_id', '>', after ?? ''))
    .orderBy('planned_payments.project_id')
    .limit(limit)
    .execute();
}

export async function findBillingDetails(db: Db, projectId: string): Promise<BillingDetailsRow | undefined> {
  return db.selectFrom('billing_details').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

/** The details that a client gave last, for whichever of their projects. */
export async function findLastBillingDetails(
  db: Db,
  accountId: string,
): Promise<BillingDetailsRow | undefined> {
  return db
    .selectFrom('billing_details')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function saveBillingDetails(trx: Trx, row: BillingDetailsRow): Promise<void> {
  const { project_id: _, ...change } = row;
  await trx
    .insertInto('billing_details')
    .values(row)
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(change))
    .execute();
}

/** Removes what a client gave, with the link to them. */
export async function forgetBillingDetails(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('billing_details').where('account_id', '=', accountId).execute();
}
