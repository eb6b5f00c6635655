import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** The files of projects: a row for each version. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'project_files')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('file_id', column.id, (col) => col.notNull())
    .addColumn('version', column.int, (col) => col.notNull())
    .addColumn('stored_key', column.id, (col) => col.notNull().references('stored_files.key'))
    .addColumn('side', column.text, (col) => col.notNull())
    .addColumn('name', column.text, (col) => col.notNull())
    .addColumn('size', column.int, (col) => col.notNull())
    .addColumn('type', column.text, (col) => col.notNull())
    .addColumn('account_id', column.id, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'project_files', ['project_id', 'file_id', 'version']);
  await createIndex(context, 'project_files', ['project_id', 'id']);
  await createUniqueIndex(context, 'project_files', ['stored_key']);
}
