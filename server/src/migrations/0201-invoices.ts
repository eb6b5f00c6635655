import { sql } from 'kysely';
import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/**
 * Invoices, the payments that accepted contracts plan, and the clients' billing details. Amounts are integer cents. Invoices name
 * their project and their account without depending on them: what was sent has to be kept when both are gone.
 */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'invoices')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull())
    .addColumn('project_title', column.text, (col) => col.notNull())
    .addColumn('account_id', column.id)
    .addColumn('client', column.text, (col) => col.notNull())
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('status', column.text, (col) => col.notNull())
    .addColumn('number', column.text)
    .addColumn('source_key', column.text, (col) => col.notNull())
    .addColumn('credits_id', column.id)
    .addColumn('title', column.text, (col) => col.notNull())
    .addColumn('note', column.text, (col) => col.notNull())
    .addColumn('lines', column.json, (col) => col.notNull())
    .addColumn('billing', column.json, (col) => col.notNull())
    .addColumn('taxes', column.json, (col) => col.notNull())
    .addColumn('net', column.int, (col) => col.notNull())
    .addColumn('tax', column.int, (col) => col.notNull())
    .addColumn('total', column.int, (col) => col.notNull())
    .addColumn('paid', column.int, (col) => col.notNull())
    .addColumn('credited', column.int, (col) => col.notNull())
    .addColumn('open', column.int, (col) => col.notNull())
    .addColumn('issued_on', column.text)
    .addColumn('due_on', column.text)
    .addColumn('paid_on', column.text)
    .addColumn('days_to_pay', column.int)
    .addColumn('reason', column.text, (col) => col.notNull())
    .addColumn('document_key', column.id)
    .addColumn('sha256', column.text)
    .addColumn('sends_itself', column.flag, (col) => col.notNull())
    .addColumn('revision', column.int, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('sent_at', column.time)
    .execute();
  await createIndex(context, 'invoices', ['project_id', 'id']);
  await createIndex(context, 'invoices', ['account_id', 'id']);
  await createIndex(context, 'invoices', ['credits_id']);
  // What is still to pay, which is little among many that were paid.
  await context.db.schema
    .createIndex('invoices_open_index')
    .on('invoices')
    .columns(['due_on', 'id', 'open'])
    .where(sql.ref('open'), '>', 0)
    .execute();
  // What the owner's figures sum: what was paid and sent lately, and the drafts.
  await createIndex(context, 'invoices', ['paid_on', 'days_to_pay']);
  await createIndex(context, 'invoices', ['issued_on', 'number']);
  await context.db.schema
    .createIndex('invoices_drafts_index')
    .on('invoices')
    .columns(['id', 'total', 'sends_itself'])
    .where(sql.ref('status'), '=', sql.lit('draft'))
    .execute();
  await createUniqueIndex(context, 'invoices', ['number']);
  await createUniqueIndex(context, 'invoices', ['source_key']);

  await createTable(context, 'invoice_numbers')
    .addColumn('year', column.int, (col) => col.primaryKey())
    .addColumn('last', column.int, (col) => col.notNull())
    .execute();

  await createTable(context, 'planned_payments')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('label', column.text, (col) => col.notNull())
    .addColumn('percent', column.int, (col) => col.notNull())
    .addColumn('amount', column.int, (col) => col.notNull())
    .addColumn('due', column.text, (col) => col.notNull())
    .addColumn('milestone_id', column.id)
    .addColumn('due_date', column.text)
    .addColumn('position', column.int, (col) => col.notNull())
    .addColumn('invoice_id', column.id)
    .addColumn('dismissed_at', column.time)
    .addColumn('holds_milestone_id', column.id)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'planned_payments', ['project_id', 'position']);
  // What a day makes due.
  await createIndex(context, 'planned_payments', ['invoice_id', 'due_date']);

  await createTable(context, 'billing_details')
    .addColumn('project_id', column.id, (col) =>
      col.primaryKey().references('projects.id').onDelete('cascade'),
    )
    .addColumn('account_id', column.id)
    .addColumn('name', column.text, (col) => col.notNull())
    .addColumn('address', column.text, (col) => col.notNull())
    .addColumn('tax_id', column.text, (col) => col.notNull())
    .addColumn('sends_itself', column.flag, (col) => col.notNull())
    .addColumn('changed_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'billing_details', ['account_id', 'changed_at']);
}
