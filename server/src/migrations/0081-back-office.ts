import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** What admins do, accounts that the studio has closed, and enquiries that were invited. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await createTable(context, 'admin_actions')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('action', column.text, (col) => col.notNull())
    .addColumn('account_id', column.id, (col) => col.notNull())
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('subject_id', column.text)
    .addColumn('subject_title', column.text)
    .addColumn('detail', column.json, (col) => col.notNull())
    .addColumn('outcome', column.text)
    .addColumn('address', column.text, (col) => col.notNull())
    .addColumn('user_agent', column.text)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'admin_actions', ['subject_id', 'id']);
  await createIndex(context, 'admin_actions', ['account_id', 'id']);
  await db.schema.alterTable('accounts').addColumn('disabled_at', column.time).execute();
  await db.schema.alterTable('enquiries').addColumn('invited_at', column.time).execute();
}
