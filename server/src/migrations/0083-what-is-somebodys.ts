import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** Whoever asks for a copy of their data, or deletes their account, is looked for in what they did. */
export async function up(context: MigrationContext): Promise<void> {
  await createIndex(context, 'project_activity', ['account_id', 'kind']);
  await createIndex(context, 'contract_acceptances', ['account_id', 'id']);
}
