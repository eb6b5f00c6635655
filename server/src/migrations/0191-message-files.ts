import { sql } from 'kysely';
import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** Files of messages, and those whose message isn't sent yet. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'message_files')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('message_id', column.id, (col) => col.references('messages.id').onDelete('cascade'))
    .addColumn('position', column.int, (col) => col.notNull())
    .addColumn('stored_key', column.id, (col) => col.notNull().references('stored_files.key'))
    .addColumn('side', column.text, (col) => col.notNull())
    .addColumn('account_id', column.id, (col) => col.notNull())
    .addColumn('name', column.text, (col) => col.notNull())
    .addColumn('size', column.int, (col) => col.notNull())
    .addColumn('type', column.text, (col) => col.notNull())
    .addColumn('client_key', column.id)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'message_files', ['project_id']);
  await createIndex(context, 'message_files', ['message_id', 'position']);
  await createIndex(context, 'message_files', ['account_id']);
  // The few that wait for their message are looked through every hour, and when an account is deleted.
  for (const column of ['created_at', 'account_id'] as const) {
    await context.db.schema
      .createIndex(`message_files_unsent_${column}_index`)
      .on('message_files')
      .column(column)
      .where(sql.ref('message_id'), 'is', null)
      .execute();
  }
  await createUniqueIndex(context, 'message_files', ['stored_key']);
  await createUniqueIndex(context, 'message_files', ['project_id', 'account_id', 'client_key']);
}
