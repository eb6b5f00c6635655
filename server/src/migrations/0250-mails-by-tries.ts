import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** Mails that are still to be read are found by their tries, then by when they are due. */
export async function up(context: MigrationContext): Promise<void> {
  await createIndex(context, 'inbound_mails', ['state', 'attempts', 'due_at', 'id']);
}
