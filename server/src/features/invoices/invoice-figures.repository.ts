import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { InvoiceRow } from './invoices.table.ts';

/** A sum that is a whole number on both engines, and 0 of nothing. */
const sumOf = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;
const monthOf = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, 7)`;

/** What is left to pay of all sent invoices, by the month in which it is due. */
export async function sumOpenByMonth(db: Db) {
  return db
    .selectFrom('invoices')
    .select((eb) => [
      monthOf('due_on').as('month'),
      sumOf('open').as('amount'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('open', '>', sql.lit(0))
    .groupBy(monthOf('due_on'))
    .execute();
}

/** What is left to pay of those that were due before a day. */
export async function sumOverdue(db: Db, today: string) {
  return db
    .selectFrom('invoices')
    .select((eb) => [sumOf('open').as('amount'), eb.fn.countAll<number>().as('count')])
    .where('open', '>', sql.lit(0))
    .where('due_on', '<', today)
    .executeTakeFirstOrThrow();
}

/** The drafts, which are few. */
export async function sumDrafts(db: Db) {
  return db
    .selectFrom('invoices')
    .select((eb) => [sumOf('total').as('amount'), eb.fn.countAll<number>().as('count')])
    .where('status', '=', sql.lit('draft'))
    .executeTakeFirstOrThrow();
}

/** How long those took that were paid since a day. */
export async function averageDaysToPay(db: Db, since: string) {
  return db
    .selectFrom('invoices')
    .select((eb) => [sumOf('days_to_pay').as('days'), eb.fn.count<number>('days_to_pay').as('count')])
    .where('paid_on', '>=', since)
    .executeTakeFirstOrThrow();
}

/** What was invoiced since a day, by the name on the invoices, those with the most first. Credit notes are in `credited`. */
export async function sumByClient(db: Db, since: string, limit: number) {
  return db
    .selectFrom('invoices')
    .select((eb) => [
      'client',
      // Of the newest invoice: ids are ordered by time.
      sql<string>`substr(max(id || project_id), 37)`.as('project_id'),
      sql<number>`cast(coalesce(sum(total - credited), 0) as bigint)`.as('invoiced'),
      sumOf('paid').as('paid'),
      sumOf('open').as('open'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('issued_on', '>=', since)
    .where('kind', '=', 'invoice')
    .where('status', '=', 'sent')
    .groupBy('client')
    .orderBy('invoiced', 'desc')
    .limit(limit)
    .execute();
}

/** Planned payments without an invoice in open projects, by the month of what they wait for; null without a date. */
export async function sumPlannedByMonth(db: Db) {
  return db
    .selectFrom(
      db
        .selectFrom('planned_payments')
        .select(({ fn, selectFrom }) => [
          'amount',
          fn
            .coalesce(
              'due_date',
              selectFrom('milestones')
                .select('due')
                .whereRef('milestones.id', '=', 'planned_payments.milestone_id'),
            )
            .as('day'),
          // Looked up for each of the few, where a join would read all projects.
          selectFrom('projects')
            .select('status')
            .whereRef('projects.id', '=', 'planned_payments.project_id')
            .as('status'),
        ])
        .where('invoice_id', 'is', null)
        .as('planned'),
    )
    .select([monthOf('day').as('month'), sumOf('amount').as('amount')])
    .where('status', '=', 'submitted')
    .groupBy(monthOf('day'))
    .execute() as Promise<{ month: string | null; amount: number }[]>;
}

/** The years with invoices, newest first. */
export async function listInvoiceYears(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('invoice_numbers')
    .select('year')
    .where('last', '>', 0)
    .orderBy('year', 'desc')
    .execute();
  return rows.map(({ year }) => year);
}

/** A year's invoices and credit notes in the order of their numbers, some after one of them. */
export async function listInvoicesOfYear(
  db: Db,
  year: number,
  { after, limit }: { after: Pick<InvoiceRow, 'issued_on' | 'number'> | undefined; limit: number },
): Promise<InvoiceRow[]> {
  const from = after?.issued_on ?? `${year}-01-01`;
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('issued_on', '>=', from)
    .where('issued_on', '<=', `${year}-12-31`)
    .$if(after !== undefined, (query) =>
      query.where(({ or, eb }) => or([eb('issued_on', '>', from), eb('number', '>', after?.number ?? '')])),
    )
    .orderBy('issued_on')
    .orderBy('number')
    .limit(limit)
    .execute();
}
