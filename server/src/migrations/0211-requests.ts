import { sql } from 'kysely';
import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** What clients are asked to bring, their answers, and the files of these. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await createTable(context, 'requests')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('milestone_id', column.id, (col) => col.references('milestones.id').onDelete('set null'))
    .addColumn('template', column.text)
    .addColumn('client_key', column.id, (col) => col.notNull())
    .addColumn('title', column.text, (col) => col.notNull())
    .addColumn('instructions', column.text, (col) => col.notNull())
    .addColumn('due', column.text)
    .addColumn('status', column.text, (col) => col.notNull())
    .addColumn('status_at', column.time, (col) => col.notNull())
    .addColumn('asked_at', column.time, (col) => col.notNull())
    .addColumn('revision', column.int, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'requests', ['project_id', 'client_key']);
  await createIndex(context, 'requests', ['milestone_id']);
  // Those that wait are looked for across projects: for the studio's overview, and for reminders.
  await createIndex(context, 'requests', ['status', 'status_at', 'id']);
  await createIndex(context, 'requests', ['status', 'due', 'id']);

  await createTable(context, 'request_answers')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('request_id', column.id, (col) => col.notNull().references('requests.id').onDelete('cascade'))
    .addColumn('body', column.text, (col) => col.notNull())
    .addColumn('account_id', column.id, (col) => col.notNull())
    .addColumn('author_name', column.text, (col) => col.notNull())
    .addColumn('client_key', column.id, (col) => col.notNull())
    .addColumn('reason', column.text)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'request_answers', ['request_id', 'client_key']);
  await createIndex(context, 'request_answers', ['account_id']);

  await createTable(context, 'request_files')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('request_id', column.id, (col) => col.notNull().references('requests.id').onDelete('cascade'))
    .addColumn('answer_id', column.id, (col) => col.references('request_answers.id').onDelete('cascade'))
    .addColumn('position', column.int, (col) => col.notNull())
    .addColumn('stored_key', column.id, (col) => col.notNull().references('stored_files.key'))
    .addColumn('account_id', column.id, (col) => col.notNull())
    .addColumn('name', column.text, (col) => col.notNull())
    .addColumn('size', column.int, (col) => col.notNull())
    .addColumn('type', column.text, (col) => col.notNull())
    .addColumn('client_key', column.id)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'request_files', ['stored_key']);
  await createUniqueIndex(context, 'request_files', ['request_id', 'account_id', 'client_key']);
  await createIndex(context, 'request_files', ['project_id']);
  await createIndex(context, 'request_files', ['answer_id', 'position']);
  await createIndex(context, 'request_files', ['account_id']);
  // The few that wait for their answer are looked through every hour, and when an account is deleted.
  for (const column of ['created_at', 'account_id'] as const) {
    await db.schema
      .createIndex(`request_files_unsent_${column}_index`)
      .on('request_files')
      .column(column)
      .where(sql.ref('answer_id'), 'is', null)
      .execute();
  }
}
