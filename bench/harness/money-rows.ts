import { type RawBuilder, sql } from 'kysely';
import type { Db, Engine } from '../../server/src/platform/db/database.ts';
import { fillScale, idOf } from './scale-rows.ts';

/** Days over which the invoices are spread, back from today. */
const DAYS = 5 * 365;

/**
 * Fills a migrated, empty database with invoices of five years, each with a payment: of a hundred one is open and one a draft.
 * There is a project to ten invoices, and one of ten planned payments has no invoice yet.
 */
export async function fillMoney(db: Db, engine: Engine, invoices: number): Promise<void> {
  const projects = Math.max(invoices / 10, 200);
  await fillScale(db, engine, { projects, enquiries: 200, messages: 200 });
  const numbers =
    engine === 'sqlite'
      ? sql`(with recursive up(n) as (select 1 union all select n + 1 from up where n < ${sql.lit(invoices)}) select n from up)`
      : sql`(select generate_series(1, ${sql.lit(invoices)}) as n)`;
  const id = (kind: string, of = 'n') => idOf(engine, kind, of);
  const project = `((n * 7) % ${projects} + 1)`;
  /** The day of the invoice with a number, some days later. */
  const day = (later = 0) => {
    const ago = `((${invoices} - n) * ${DAYS} / ${invoices} - ${later})`;
    return sql.raw(
      engine === 'sqlite'
        ? `date('now', (-${ago}) || ' days')`
        : `to_char(current_date - ${ago}, 'YYYY-MM-DD')`,
    );
  };
  const when = (then: string, otherwise: string) =>
    sql.raw(`case when n % 100 = 0 then ${then} when n % 100 = 1 then ${then} else ${otherwise} end`);
  const either = (isPaid: RawBuilder<unknown>) =>
    sql`case when n % 100 = 0 or n % 100 = 1 then null else ${isPaid} end`;
  const insert = async (table: string, columns: Record<string, RawBuilder<unknown>>) => {
    const names = sql.join(Object.keys(columns).map((name) => sql.id(name)));
    await sql`insert into ${sql.table(table)} (${names})
      select ${sql.join(Object.values(columns))} from ${numbers} as numbers`.execute(db);
  };
  const text = (value: string) => sql.lit(value);
  const moment = text('2026-01-01T00:00:00.000Z');
  const lines = JSON.stringify([
    {
      id: '0190000f-0000-7000-8000-000000000001',
      title: 'Website',
      detail: '',
      quantity: 100,
      unitPrice: 480_000,
      taxName: 'Sales tax',
      taxRate: 0,
    },
  ]);
  await insert('invoices', {
    id: id('6'),
    project_id: id('b', project),
    project_title: sql.raw(`'Project ' || ${project}`),
    account_id: id('a', project),
    client: sql.raw(`'Client ' || ${project}`),
    kind: text('invoice'),
    status: sql.raw(`case when n % 100 = 1 then 'draft' else 'sent' end`),
    number: sql.raw(`case when n % 100 = 1 then null else '2026-' || n end`),
    source_key: sql.raw(`'hand ' || n`),
    title: text('Website'),
    note: text(''),
    lines: text(lines),
    billing: text('{"name":"Acme","address":"1 Sample Street","taxId":""}'),
    taxes: text('[]'),
    net: sql.lit(480_000),
    tax: sql.lit(0),
    total: sql.lit(480_000),
    paid: when('0', '480000'),
    credited: sql.lit(0),
    open: sql.raw('case when n % 100 = 0 then 480000 else 0 end'),
    issued_on: day(),
    due_on: day(30),
    paid_on: either(day(14)),
    days_to_pay: either(sql.lit(14)),
    reason: text(''),
    sends_itself: sql.lit(0),
    revision: sql.lit(1),
    created_at: moment,
    sent_at: moment,
  });
  await insert('payments', {
    id: id('9'),
    project_id: id('b', project),
    invoice_id: id('6'),
    kind: text('payment'),
    amount: sql.lit(480_000),
    fee: sql.lit(0),
    method: text('transfer'),
    reference: text(''),
    note: text(''),
    moved_on: day(14),
    source_key: sql.raw(`'hand ' || n`),
    is_provided: sql.lit(0),
    created_at: moment,
  });
  await insert('planned_payments', {
    id: id('7'),
    project_id: id('b', project),
    label: text('at launch'),
    percent: sql.lit(50),
    amount: sql.lit(240_000),
    due: text('date'),
    due_date: day(60),
    position: sql.lit(1),
    invoice_id: sql`case when n % 10 = 0 then null else ${id('6')} end`,
    created_at: moment,
  });
  await sql`insert into invoice_numbers (year, last) values (2026, ${invoices})`.execute(db);
  await (engine === 'sqlite' ? sql`analyze` : sql`vacuum analyze`).execute(db);
}
