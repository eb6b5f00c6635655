import { sql } from 'kysely';
import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** Replies to enquiries and the answers to them, their files, and which mails a mail of ours answers. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await db.schema.alterTable('enquiries').addColumn('replied_at', column.time).execute();
  await db.schema.alterTable('enquiries').addColumn('answered_at', column.time).execute();
  await db.schema.alterTable('mail_outbox').addColumn('answers', column.text).execute();
  // The inbox looks for the account of an enquiry's sender.
  await createIndex(context, 'accounts', ['email', 'id']);
  await createTable(context, 'enquiry_messages')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('enquiry_id', column.id, (col) => col.notNull().references('enquiries.id').onDelete('cascade'))
    .addColumn('side', column.text, (col) => col.notNull())
    .addColumn('body', column.text, (col) => col.notNull())
    .addColumn('client_key', column.id, (col) => col.notNull())
    .addColumn('mail_id', column.text, (col) => col.notNull())
    .addColumn('by_mail', column.text)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'enquiry_messages', ['enquiry_id', 'client_key']);
  await createIndex(context, 'enquiry_messages', ['enquiry_id', 'id']);
  await createTable(context, 'enquiry_files')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('enquiry_id', column.id, (col) => col.notNull().references('enquiries.id').onDelete('cascade'))
    .addColumn('message_id', column.id)
    .addColumn('position', column.int, (col) => col.notNull())
    .addColumn('stored_key', column.id, (col) => col.notNull().references('stored_files.key'))
    .addColumn('account_id', column.text, (col) => col.notNull())
    .addColumn('name', column.text, (col) => col.notNull())
    .addColumn('size', column.int, (col) => col.notNull())
    .addColumn('type', column.text, (col) => col.notNull())
    .addColumn('client_key', column.id, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'enquiry_files', ['enquiry_id', 'account_id', 'client_key']);
  await createUniqueIndex(context, 'enquiry_files', ['stored_key']);
  // The few that wait for their reply are looked through every hour.
  await db.schema
    .createIndex('enquiry_files_unsent_created_at_index')
    .on('enquiry_files')
    .column('created_at')
    .where(sql.ref('message_id'), 'is', null)
    .execute();
}
