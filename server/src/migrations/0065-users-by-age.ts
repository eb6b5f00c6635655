import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** Lists of users begin with the newest. */
export async function up(context: MigrationContext): Promise<void> {
  await createIndex(context, 'auth_users', ['created_at', 'id']);
}
