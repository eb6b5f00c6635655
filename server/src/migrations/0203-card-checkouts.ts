import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** Payments by card: what a provider was asked for, and which of its events were seen. No card's number comes here. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'card_checkouts')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull())
    .addColumn('invoice_id', column.id, (col) => col.notNull())
    .addColumn('amount', column.int, (col) => col.notNull())
    .addColumn('status', column.text, (col) => col.notNull())
    .addColumn('session_id', column.text)
    .addColumn('url', column.text)
    .addColumn('intent_id', column.text)
    .addColumn('order_json', column.json, (col) => col.notNull())
    .addColumn('expires_at', column.time, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'card_checkouts', ['invoice_id', 'status']);
  await createIndex(context, 'card_checkouts', ['status', 'created_at']);
  await createUniqueIndex(context, 'card_checkouts', ['session_id']);
  await createIndex(context, 'card_checkouts', ['intent_id']);

  await createTable(context, 'card_events')
    .addColumn('id', column.text, (col) => col.primaryKey())
    .addColumn('type', column.text, (col) => col.notNull())
    .addColumn('happened_at', column.time, (col) => col.notNull())
    .addColumn('seen_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'card_events', ['happened_at']);
}
