import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** What was received for invoices and paid back, in integer cents. Kept with the invoices when project and account are gone. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'payments')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull())
    .addColumn('invoice_id', column.id, (col) => col.notNull())
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('amount', column.int, (col) => col.notNull())
    .addColumn('fee', column.int, (col) => col.notNull())
    .addColumn('method', column.text, (col) => col.notNull())
    .addColumn('reference', column.text, (col) => col.notNull())
    .addColumn('note', column.text, (col) => col.notNull())
    .addColumn('moved_on', column.text, (col) => col.notNull())
    .addColumn('source_key', column.text, (col) => col.notNull())
    .addColumn('refunds_id', column.id)
    .addColumn('is_provided', column.flag, (col) => col.notNull())
    .addColumn('removed_at', column.time)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'payments', ['project_id', 'id']);
  await createIndex(context, 'payments', ['invoice_id', 'id']);
  await createIndex(context, 'payments', ['moved_on', 'method', 'kind', 'amount', 'fee', 'removed_at']);
  await createUniqueIndex(context, 'payments', ['source_key']);
}
