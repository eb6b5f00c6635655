import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** What the platform itself keeps: mails on their way, and who runs which recurring job. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;

  await createTable(context, 'mail_outbox')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('message_id', column.text, (col) => col.notNull())
    .addColumn('recipient', column.text, (col) => col.notNull())
    .addColumn('reply_to', column.text)
    .addColumn('subject', column.text, (col) => col.notNull())
    .addColumn('text_body', column.text, (col) => col.notNull())
    .addColumn('html_body', column.text, (col) => col.notNull())
    .addColumn('status', column.text, (col) => col.notNull())
    .addColumn('attempts', column.int, (col) => col.notNull().defaultTo(0))
    .addColumn('due_at', column.time, (col) => col.notNull())
    .addColumn('lease_owner', column.id)
    .addColumn('last_error', column.text)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('finished_at', column.time)
    .execute();
  await createIndex(context, 'mail_outbox', ['status', 'due_at']);

  await createTable(context, 'job_leases')
    .addColumn('name', column.text, (col) => col.primaryKey())
    .addColumn('owner', column.id)
    .addColumn('leased_until', column.time)
    .addColumn('next_at', column.time, (col) => col.notNull())
    .execute();
}
