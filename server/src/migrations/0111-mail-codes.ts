import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** The code beside a link in a mail, and how often codes were tried: for one, and for an address in a day. */
export async function up(context: MigrationContext): Promise<void> {
  const { db, column } = context;
  await db.schema.alterTable('auth_one_time_tokens').addColumn('code_hash', column.text).execute();
  await db.schema
    .alterTable('auth_one_time_tokens')
    .addColumn('code_tries', column.int, (col) => col.notNull().defaultTo(0))
    .execute();
  await createIndex(context, 'auth_one_time_tokens', ['email', 'kind']);

  await createTable(context, 'auth_code_tries')
    .addColumn('address_key', column.text, (col) => col.primaryKey())
    .addColumn('tries', column.int, (col) => col.notNull())
    .addColumn('since', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'auth_code_tries', ['since']);
}
