import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** What a client has sent to all projects counts together. */
export async function up(context: MigrationContext): Promise<void> {
  await createIndex(context, 'project_files', ['account_id']);
}
