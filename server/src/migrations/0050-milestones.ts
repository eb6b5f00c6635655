import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** The steps of a project, in order, with what the client said to each. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'milestones')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('title', column.text, (col) => col.notNull())
    .addColumn('description', column.text, (col) => col.notNull())
    .addColumn('due', column.text)
    .addColumn('status', column.text, (col) => col.notNull())
    .addColumn('status_at', column.time, (col) => col.notNull())
    .addColumn('reason', column.text)
    .addColumn('published', column.flag, (col) => col.notNull())
    .addColumn('position', column.int, (col) => col.notNull())
    .addColumn('revision', column.int, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('updated_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'milestones', ['project_id', 'position', 'created_at', 'id']);
}
