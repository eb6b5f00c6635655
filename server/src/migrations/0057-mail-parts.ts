import { createTable, createUniqueIndex, type MigrationContext } from '../platform/db/columns.ts';

/** What a mail may have besides its texts, and what keeps it from being written twice. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;

  await db.schema.alterTable('mail_outbox').addColumn('once_key', column.text).execute();
  await db.schema.alterTable('mail_outbox').addColumn('unsubscribe_url', column.text).execute();
  await createUniqueIndex(context, 'mail_outbox', ['once_key']);

  await createTable(context, 'mail_attachments')
    .addColumn('mail_id', column.id, (col) => col.notNull().references('mail_outbox.id').onDelete('cascade'))
    .addColumn('position', column.int, (col) => col.notNull())
    .addColumn('name', column.text, (col) => col.notNull())
    .addColumn('type', column.text, (col) => col.notNull())
    .addColumn('content_base64', column.text, (col) => col.notNull())
    .addPrimaryKeyConstraint('mail_attachments_pk', ['mail_id', 'position'])
    .execute();
}
