import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** Changes to accepted contracts. Like an acceptance, an accepted one is kept when its project is deleted. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'change_orders')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull())
    .addColumn('project_title', column.text, (col) => col.notNull())
    .addColumn('number', column.int, (col) => col.notNull())
    .addColumn('status', column.text, (col) => col.notNull())
    .addColumn('title', column.text, (col) => col.notNull())
    .addColumn('reason', column.text, (col) => col.notNull())
    .addColumn('terms', column.json, (col) => col.notNull())
    .addColumn('total', column.int, (col) => col.notNull())
    .addColumn('message_id', column.id)
    .addColumn('source_key', column.text, (col) => col.notNull())
    .addColumn('document_key', column.id)
    .addColumn('sha256', column.text)
    .addColumn('sent_by', column.text)
    .addColumn('sent_at', column.time)
    .addColumn('ended_at', column.time)
    .addColumn('answer', column.text, (col) => col.notNull())
    .addColumn('record_key', column.id)
    .addColumn('account_id', column.id)
    .addColumn('account_email', column.text)
    .addColumn('typed_name', column.text)
    .addColumn('address', column.text)
    .addColumn('user_agent', column.text)
    .addColumn('revision', column.int, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'change_orders', ['project_id', 'number']);
  await createUniqueIndex(context, 'change_orders', ['source_key']);
  await createIndex(context, 'change_orders', ['account_id', 'id']);
}
