import type { MigrationContext } from '../platform/db/columns.ts';

/** Which request a mail follows from, also where its cause waits first. */
export async function up({ db, column }: MigrationContext): Promise<void> {
  for (const table of ['mail_outbox', 'pending_notifications', 'auth_link_requests']) {
    await db.schema.alterTable(table).addColumn('request_id', column.id).execute();
  }
}
