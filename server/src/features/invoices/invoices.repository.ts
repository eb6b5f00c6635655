import type { InvoiceFilter } from '@atelier/domain/invoices/rules.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { InvoiceRow } from './invoices.table.ts';

/** Of a project, newest first: all of them, or without drafts. Ids are ordered by time. */
export async function listInvoices(
  db: Db,
  projectId: string,
  { withDrafts, limit }: { withDrafts: boolean; limit: number },
): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(!withDrafts, (query) => query.where('status', '!=', 'draft'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findInvoice(db: Db, projectId: string, id: string): Promise<InvoiceRow | undefined> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/** Whatever its project. */
export async function findInvoiceById(db: Db, id: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Whatever its project; locked. */
export async function lockInvoice(trx: Trx, id: string): Promise<InvoiceRow | undefined> {
  return trx.selectFrom('invoices').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findInvoiceBySource(db: Db, sourceKey: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoices').selectAll().where('source_key', '=', sourceKey).executeTakeFirst();
}

/** The credit notes of an invoice, oldest first. */
export async function listCreditNotes(db: Db, invoiceId: string): Promise<InvoiceRow[]> {
  return db.selectFrom('invoices').selectAll().where('credits_id', '=', invoiceId).orderBy('id').execute();
}

/** Those that were sent to a client, oldest first, whatever became of their projects. */
export async function listInvoicesOf(db: Db, accountId: string): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '!=', 'draft')
    .orderBy('id')
    .execute();
}

export async function countInvoices(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invoices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds an invoice unless there is one for the same source; returns whether it did. */
export async function insertInvoice(trx: Trx, invoice: InvoiceRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('invoices')
    .values(invoice)
    .onConflict((conflict) => conflict.column('source_key').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Changes a draft if it still has the revision that the caller read; returns whether it did. */
export async function updateInvoiceDraft(
  trx: Trx,
  { id, revision }: Pick<InvoiceRow, 'id' | 'revision'>,
  change: Partial<InvoiceRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invoices')
    .set({ ...change, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Changes what was sent; the caller has locked it. */
export async function updateSentInvoice(
  trx: Trx,
  id: string,
  change: Partial<
    Pick<InvoiceRow, 'status' | 'paid' | 'credited' | 'open' | 'paid_on' | 'days_to_pay' | 'reason'>
  >,
): Promise<void> {
  await trx.updateTable('invoices').set(change).where('id', '=', id).execute();
}

export async function deleteInvoiceDraft(
  trx: Trx,
  { id, revision }: Pick<InvoiceRow, 'id' | 'revision'>,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('invoices')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The drafts of a project that is about to be deleted. What was sent stays. */
export async function deleteInvoiceDrafts(trx: Trx, projectId: string): Promise<void> {
  await trx
    .deleteFrom('invoices')
    .where('project_id', '=', projectId)
    .where('status', '=', 'draft')
    .execute();
}

/** Takes the link to an account from its invoices, which stay. */
export async function forgetInvoiceAccount(trx: Trx, accountId: string): Promise<void> {
  await trx.updateTable('invoices').set({ account_id: null }).where('account_id', '=', accountId).execute();
}

/** The last number of a year's invoices; 0 before the first. */
export async function readLastNumber(db: Db, year: number): Promise<number> {
  const row = await db
    .selectFrom('invoice_numbers')
    .select('last')
    .where('year', '=', year)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** Takes a year's number, if it is the next one; returns whether it was. */
export async function takeNumber(trx: Trx, year: number, place: number): Promise<boolean> {
  await trx
    .insertInto('invoice_numbers')
    .values({ year, last: 0 })
    .onConflict((conflict) => conflict.column('year').doNothing())
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('invoice_numbers')
    .set({ last: place })
    .where('year', '=', year)
    .where('last', '=', place - 1)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** An invoice, and whether its project still exists. */
export type ListedInvoiceRow = InvoiceRow & { has_project: string | null };

/** Of every existing or deleted project, newest first. Ids are ordered by time. */
export async function listAllInvoices(
  db: Db,
  {
    state,
    before,
    limit,
    today,
  }: { state: InvoiceFilter; before?: string | undefined; limit: number; today: string },
): Promise<ListedInvoiceRow[]> {
  // Chosen by ids alone, which indexes have: sorting whole rows, with their lines, costs three times as much.
  const page = db
    .selectFrom('invoices')
    .select('id')
    .$if(state === 'open' || state === 'overdue', (query) => query.where('open', '>', sql.lit(0)))
    .$if(state === 'overdue', (query) => query.where('due_on', '<', today))
    .$if(state === 'draft', (query) => query.where('status', '=', sql.lit('draft')))
    .$if(state === 'paid', (query) => query.where('paid_on', 'is not', null).where('open', '=', 0))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit);
  return db
    .selectFrom('invoices')
    .selectAll('invoices')
    .select(({ selectFrom }) =>
      selectFrom('projects')
        .select('projects.id')
        .whereRef('projects.id', '=', 'invoices.project_id')
        .as('has_project'),
    )
    .where('invoices.id', 'in', page)
    .orderBy('invoices.id', 'desc')
    .execute();
}

/** Drafts that are sent without a click, oldest first. */
export async function listToSend(db: Db, limit: number): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('status', '=', sql.lit('draft'))
    .where('sends_itself', '=', 1)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Has a draft wait for the owner instead of being sent without a click. Its revision stays: nothing of it changed. */
export async function holdBack(
  trx: Trx,
  { id, revision }: Pick<InvoiceRow, 'id' | 'revision'>,
  reason: string,
): Promise<void> {
  await trx
    .updateTable('invoices')
    .set({ sends_itself: 0, held_back: reason })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('status', '=', 'draft')
    .execute();
}

/** Drafts that should have been sent without a click and weren't. */
export async function countHeldBack(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('invoices')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', sql.lit('draft'))
    .where('held_back', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Says of a project's untouched drafts whether they are sent without a click. */
export async function updateSendsItself(trx: Trx, projectId: string, sendsItself: number): Promise<void> {
  await trx
    .updateTable('invoices')
    .set({ sends_itself: sendsItself })
    .where('project_id', '=', projectId)
    .where('status', '=', 'draft')
    .where('revision', '=', 1)
    .where('source_key', 'like', 'plan %')
    .execute();
}

/** Those with something left to pay that are due from a day until before another, the earliest first. */
export async function listOpenInvoicesDue(
  db: Db,
  { from, until, after }: { from: string; until: string; after?: { at: string; id: string } | undefined },
  limit: number,
): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('open', '>', sql.lit(0))
    .where('due_on', '>=', after?.at ?? from)
    .where('due_on', '<', until)
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb.or([eb('due_on', '>', after?.at ?? ''), eb('id', '>', after?.id ?? '')])),
    )
    .orderBy('due_on')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Those of some projects with something left to pay, the earliest due first. */
export async function listOpenInvoicesOf(db: Db, projectIds: readonly string[]): Promise<InvoiceRow[]> {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('project_id', 'in', projectIds)
    .where('open', '>', sql.lit(0))
    .orderBy('due_on')
    .orderBy('id')
    .execute();
}
