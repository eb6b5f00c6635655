import { createTable, createUniqueIndex, type MigrationContext } from '../platform/db/columns.ts';

/** Reminders that went out or were passed over, each once, and the clients who get none. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'reminders')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('subject_id', column.id, (col) => col.notNull())
    .addColumn('step', column.text, (col) => col.notNull())
    .addColumn('outcome', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'reminders', ['subject_id', 'kind', 'step']);
  await createTable(context, 'reminder_pauses')
    .addColumn('account_id', column.id, (col) => col.primaryKey())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
}
