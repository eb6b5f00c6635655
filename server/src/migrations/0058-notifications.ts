import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** Which mails somebody does not want, and what is to be told by mail and waits a little. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;

  await createTable(context, 'muted_mails')
    .addColumn('address', column.text, (col) => col.notNull())
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addPrimaryKeyConstraint('muted_mails_pk', ['address', 'kind'])
    .execute();

  await createTable(context, 'pending_notifications')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('side', column.text, (col) => col.notNull())
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('actor_id', column.id, (col) => col.notNull())
    .addColumn('actor_email', column.text, (col) => col.notNull())
    .addColumn('subject_id', column.text)
    .addColumn('subject_title', column.text)
    .addColumn('detail', column.json, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('due_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'pending_notifications', ['due_at', 'id']);
  await createIndex(context, 'pending_notifications', ['project_id', 'side', 'kind', 'id']);
}
