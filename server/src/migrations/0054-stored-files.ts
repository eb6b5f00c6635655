import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** Files whose bytes are in the store, and those whose bytes are to be removed from it. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'stored_files')
    .addColumn('key', column.id, (col) => col.primaryKey())
    .addColumn('name', column.text, (col) => col.notNull())
    .addColumn('type', column.text, (col) => col.notNull())
    .addColumn('size', column.int, (col) => col.notNull())
    .addColumn('sha256', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('drop_at', column.time)
    .execute();
  await createIndex(context, 'stored_files', ['drop_at']);
}
