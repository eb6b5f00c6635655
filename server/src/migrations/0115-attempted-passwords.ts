import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/**
 * The passwords of recent sign-ups of an address, whether or not it has an account. They belong to no
 * account and are found by a keyed hash of the address.
 */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'auth_attempted_passwords')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('address_key', column.text, (col) => col.notNull())
    .addColumn('password_hash', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'auth_attempted_passwords', ['address_key', 'id']);
  await createIndex(context, 'auth_attempted_passwords', ['created_at']);
}
