import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** Mails of a kind are capped for each recipient. */
export async function up(context: MigrationContext): Promise<void> {
  await createIndex(context, 'mail_outbox', ['recipient', 'kind', 'created_at']);
}
