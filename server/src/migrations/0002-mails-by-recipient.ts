import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** Whoever asks for a copy of their data is told which mails they were sent. */
export async function up(context: MigrationContext): Promise<void> {
  await createIndex(context, 'mail_outbox', ['recipient', 'id']);
}
