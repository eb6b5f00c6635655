import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** Addresses that answers by mail go to, the mails that arrived there, and which messages came by mail. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await createTable(context, 'reply_addresses')
    .addColumn('id', column.text, (col) => col.primaryKey())
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('subject_id', column.id, (col) => col.notNull())
    .addColumn('side', column.text, (col) => col.notNull())
    .addColumn('account_id', column.text, (col) => col.notNull())
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'reply_addresses', ['subject_id', 'side', 'account_id', 'email']);
  await createIndex(context, 'reply_addresses', ['account_id']);
  await createTable(context, 'inbound_mails')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('state', column.text, (col) => col.notNull())
    .addColumn('reason', column.text)
    .addColumn('source', column.text, (col) => col.notNull())
    .addColumn('source_key', column.text)
    .addColumn('peer_address', column.text, (col) => col.notNull())
    .addColumn('peer_name', column.text, (col) => col.notNull())
    .addColumn('envelope_from', column.text, (col) => col.notNull())
    .addColumn('reply_address_id', column.text)
    .addColumn('message_key', column.id)
    .addColumn('stored_key', column.id, (col) => col.notNull().references('stored_files.key'))
    .addColumn('size', column.int, (col) => col.notNull())
    .addColumn('proof', column.text, (col) => col.notNull())
    .addColumn('from_name', column.text, (col) => col.notNull())
    .addColumn('from_address', column.text, (col) => col.notNull())
    .addColumn('subject', column.text, (col) => col.notNull())
    .addColumn('body', column.text, (col) => col.notNull())
    .addColumn('project_id', column.id)
    .addColumn('enquiry_id', column.id)
    .addColumn('attempts', column.int, (col) => col.notNull())
    .addColumn('due_at', column.time, (col) => col.notNull())
    .addColumn('lease_owner', column.id)
    .addColumn('received_at', column.time, (col) => col.notNull())
    .addColumn('finished_at', column.time)
    .execute();
  await createUniqueIndex(context, 'inbound_mails', ['stored_key']);
  await createUniqueIndex(context, 'inbound_mails', ['source_key']);
  // The few that are still to be read are found by it, too.
  await createIndex(context, 'inbound_mails', ['state', 'id']);
  await createIndex(context, 'inbound_mails', ['message_key']);
  await createIndex(context, 'inbound_mails', ['received_at']);
  await createIndex(context, 'inbound_mails', ['reply_address_id']);
  await createIndex(context, 'inbound_mails', ['project_id']);
  await createIndex(context, 'inbound_mails', ['from_address', 'id']);
  await db.schema.alterTable('messages').addColumn('by_mail', column.text).execute();
}
