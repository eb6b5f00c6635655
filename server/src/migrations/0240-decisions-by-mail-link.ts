import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** Links of mails that decide without a sign-in, and which milestones and answers were decided so. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await createTable(context, 'decision_links')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('subject_id', column.id, (col) => col.notNull())
    .addColumn('revision', column.int, (col) => col.notNull())
    .addColumn('account_id', column.text, (col) => col.notNull())
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('token_hash', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('expires_at', column.time, (col) => col.notNull())
    .addColumn('used_at', column.time)
    .addColumn('answer', column.text)
    .addColumn('answer_hash', column.text)
    .execute();
  await createUniqueIndex(context, 'decision_links', ['token_hash']);
  await createIndex(context, 'decision_links', ['project_id']);
  await createIndex(context, 'decision_links', ['account_id']);
  await createIndex(context, 'decision_links', ['created_at']);
  await db.schema
    .alterTable('milestones')
    .addColumn('by_mail_link', column.flag, (col) => col.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('request_answers')
    .addColumn('by_mail_link', column.flag, (col) => col.notNull().defaultTo(0))
    .execute();
}
