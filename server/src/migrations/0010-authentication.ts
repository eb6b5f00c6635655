import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** What the embedded authentication provider keeps. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;

  await createTable(context, 'auth_users')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('password_hash', column.text)
    .addColumn('email_confirmed_at', column.time)
    .addColumn('invited_at', column.time)
    .addColumn('confirmation_sent_at', column.time)
    .addColumn('recovery_sent_at', column.time)
    .addColumn('new_email', column.text)
    .addColumn('email_change_sent_at', column.time)
    .addColumn('email_change_confirmed', column.text)
    .addColumn('reauthentication_sent_at', column.time)
    .addColumn('last_sign_in_at', column.time)
    .addColumn('banned_until', column.time)
    .addColumn('app_metadata', column.json, (col) => col.notNull())
    .addColumn('user_metadata', column.json, (col) => col.notNull())
    .addColumn('identity_id', column.id, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('updated_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'auth_users', ['email']);

  await createTable(context, 'auth_sessions')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('user_id', column.id, (col) => col.notNull().references('auth_users.id').onDelete('cascade'))
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('refreshed_at', column.time)
    .addColumn('aal', column.text, (col) => col.notNull())
    .addColumn('amr', column.json, (col) => col.notNull())
    .addColumn('refresh_key', column.text, (col) => col.notNull())
    .addColumn('refresh_counter', column.int, (col) => col.notNull())
    .addColumn('user_agent', column.text)
    .addColumn('address', column.text)
    .execute();
  await createIndex(context, 'auth_sessions', ['user_id']);

  await createTable(context, 'auth_one_time_tokens')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('token_hash', column.text, (col) => col.notNull())
    .addColumn('user_id', column.id, (col) => col.notNull().references('auth_users.id').onDelete('cascade'))
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('pending_password_hash', column.text)
    .addColumn('pending_metadata', column.json)
    .addColumn('challenge', column.text)
    .addColumn('challenge_method', column.text)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('expires_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'auth_one_time_tokens', ['token_hash']);
  await createIndex(context, 'auth_one_time_tokens', ['user_id', 'kind']);
  await createIndex(context, 'auth_one_time_tokens', ['expires_at']);

  await createTable(context, 'auth_link_requests')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('redirect_to', column.text, (col) => col.notNull())
    .addColumn('challenge', column.text)
    .addColumn('challenge_method', column.text)
    .addColumn('address', column.text)
    .addColumn('user_agent', column.text)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();

  await createTable(context, 'auth_codes')
    .addColumn('code_hash', column.text, (col) => col.primaryKey())
    .addColumn('user_id', column.id, (col) => col.notNull().references('auth_users.id').onDelete('cascade'))
    .addColumn('method', column.text, (col) => col.notNull())
    .addColumn('challenge', column.text, (col) => col.notNull())
    .addColumn('challenge_method', column.text, (col) => col.notNull())
    .addColumn('issued_at', column.time, (col) => col.notNull())
    .addColumn('failed_tries', column.int, (col) => col.notNull())
    .execute();
  await createIndex(context, 'auth_codes', ['user_id']);
  await createIndex(context, 'auth_codes', ['issued_at']);

  await createTable(context, 'auth_keys')
    .addColumn('kid', column.text, (col) => col.primaryKey())
    .addColumn('public_jwk', column.json, (col) => col.notNull())
    .addColumn('sealed_jwk', column.text, (col) => col.notNull())
    .addColumn('signing', column.flag)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'auth_keys', ['signing']);

  await createTable(context, 'auth_audit')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('at', column.time, (col) => col.notNull())
    .addColumn('action', column.text, (col) => col.notNull())
    .addColumn('user_id', column.id)
    .addColumn('address', column.text)
    .addColumn('user_agent', column.text)
    .addColumn('detail', column.json)
    .execute();
  await createIndex(context, 'auth_audit', ['user_id', 'at']);
  await createIndex(context, 'auth_audit', ['at']);
}
