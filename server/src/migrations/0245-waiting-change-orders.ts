import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** Reminders find the change orders that wait for a client by when they were sent. */
export async function up(context: MigrationContext): Promise<void> {
  await createIndex(context, 'change_orders', ['status', 'sent_at', 'id']);
}
