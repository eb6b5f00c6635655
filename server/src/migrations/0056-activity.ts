import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** What has happened to each project, and who did it. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;

  await createTable(context, 'project_activity')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('side', column.text, (col) => col.notNull())
    .addColumn('account_id', column.id, (col) => col.notNull())
    .addColumn('actor_name', column.text, (col) => col.notNull())
    .addColumn('address', column.text, (col) => col.notNull())
    .addColumn('subject_id', column.text)
    .addColumn('subject_title', column.text)
    .addColumn('detail', column.json, (col) => col.notNull())
    .addColumn('studio_only', column.flag, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'project_activity', ['project_id', 'id']);
  await createIndex(context, 'project_activity', ['project_id', 'studio_only', 'id']);
}
