import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** How far each reader has come in each thread, on each side that they read it from. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'message_reads')
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('account_id', column.id, (col) => col.notNull())
    .addColumn('reader_role', column.text, (col) => col.notNull())
    .addColumn('up_to', column.id, (col) => col.notNull())
    .addColumn('read_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'message_reads', ['project_id', 'account_id', 'reader_role']);
  await createIndex(context, 'message_reads', ['account_id']);
}
