import { sql } from 'kysely';
import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** Reminders of more than invoices: projects that get none, and what finds the rows that wait. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await createTable(context, 'project_reminder_pauses')
    .addColumn('project_id', column.id, (col) =>
      col.primaryKey().references('projects.id').onDelete('cascade'),
    )
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  // The messages of the studio, by the time at which they can wait to be read.
  await sql`create index messages_of_studio_index on messages (created_at, id)
    where author_role = 'owner' and is_record = 0 and deleted_at is null`.execute(db);
  await createIndex(context, 'contract_versions', ['sent_at', 'id']);
  // Their mail is the reminders' own now; nothing writes one of the old kind any more.
  await sql`delete from pending_notifications where kind = 'invoice_reminder'`.execute(db);
}
