import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** The studio's own audit is kept for a bounded time: what is too old is found by its age. */
export async function up(context: MigrationContext): Promise<void> {
  await createIndex(context, 'admin_actions', ['created_at']);
}
