import { createTable, createUniqueIndex, type MigrationContext } from '../platform/db/columns.ts';

/** Up to where the mailbox with answers was read, and the addresses that emails came back from. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'mailbox_positions')
    .addColumn('mailbox', column.text, (col) => col.primaryKey())
    .addColumn('uid_validity', column.text, (col) => col.notNull())
    .addColumn('last_uid', column.int, (col) => col.notNull())
    .execute();
  await createTable(context, 'bounced_addresses')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('subject', column.text, (col) => col.notNull())
    .addColumn('report', column.text, (col) => col.notNull())
    .addColumn('bounced_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'bounced_addresses', ['email']);
}
