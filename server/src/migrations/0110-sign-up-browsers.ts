import type { MigrationContext } from '../platform/db/columns.ts';

/** Which browser an attempt to sign up came from: the hash of the secret in its cookie. */
export async function up({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('auth_one_time_tokens').addColumn('browser_hash', column.text).execute();
}
