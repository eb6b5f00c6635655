import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** Second factors of accounts: authenticator apps and recovery codes. */
export async function up(context: MigrationContext): Promise<void> {
  const { db, column } = context;

  await createTable(context, 'auth_factors')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('user_id', column.id, (col) => col.notNull().references('auth_users.id').onDelete('cascade'))
    .addColumn('factor_type', column.text, (col) => col.notNull())
    .addColumn('friendly_name', column.text)
    .addColumn('status', column.text, (col) => col.notNull())
    .addColumn('sealed_secret', column.text)
    .addColumn('last_step', column.int)
    .addColumn('failed_tries', column.int, (col) => col.notNull())
    .addColumn('locked_until', column.time)
    .addColumn('last_challenged_at', column.time)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('updated_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'auth_factors', ['user_id', 'friendly_name']);
  await createIndex(context, 'auth_factors', ['status', 'created_at']);

  await createTable(context, 'auth_challenges')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('factor_id', column.id, (col) =>
      col.notNull().references('auth_factors.id').onDelete('cascade'),
    )
    .addColumn('session_id', column.id, (col) =>
      col.notNull().references('auth_sessions.id').onDelete('cascade'),
    )
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'auth_challenges', ['factor_id']);
  await createIndex(context, 'auth_challenges', ['session_id']);
  await createIndex(context, 'auth_challenges', ['created_at']);

  await createTable(context, 'auth_recovery_codes')
    .addColumn('code_hash', column.text, (col) => col.primaryKey())
    .addColumn('factor_id', column.id, (col) =>
      col.notNull().references('auth_factors.id').onDelete('cascade'),
    )
    .addColumn('used_at', column.time)
    .execute();
  await createIndex(context, 'auth_recovery_codes', ['factor_id']);

  await db.schema.alterTable('auth_sessions').addColumn('factor_id', column.id).execute();
}
