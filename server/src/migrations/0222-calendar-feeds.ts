import { createTable, createUniqueIndex, type MigrationContext } from '../platform/db/columns.ts';

/** Accounts' calendar addresses, by the hashes of their secrets. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'calendar_feeds')
    .addColumn('account_id', column.id, (col) => col.primaryKey())
    .addColumn('token_hash', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'calendar_feeds', ['token_hash']);
}
