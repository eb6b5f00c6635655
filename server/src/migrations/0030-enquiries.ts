import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** What visitors sent through the contact form. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'enquiries')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('name', column.text, (col) => col.notNull())
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('phone', column.text, (col) => col.notNull())
    .addColumn('message', column.text, (col) => col.notNull())
    .addColumn('source', column.text, (col) => col.notNull())
    .addColumn('status', column.text, (col) => col.notNull())
    .addColumn('ip', column.text, (col) => col.notNull())
    .addColumn('user_agent', column.text, (col) => col.notNull())
    .addColumn('referer', column.text, (col) => col.notNull())
    .addColumn('search_text', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('updated_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'enquiries', ['status', 'id']);
}
