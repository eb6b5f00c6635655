import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** The hourly clean-up finds the sessions that are over by their age and by their last use. */
export async function up(context: MigrationContext): Promise<void> {
  await createIndex(context, 'auth_sessions', ['created_at']);
  await createIndex(context, 'auth_sessions', ['refreshed_at', 'created_at']);
}
