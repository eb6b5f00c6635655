import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** What client and studio write to each other about a project. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'messages')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('author_id', column.id, (col) => col.notNull())
    .addColumn('author_role', column.text, (col) => col.notNull())
    .addColumn('author_name', column.text, (col) => col.notNull())
    .addColumn('author_email', column.text, (col) => col.notNull())
    .addColumn('body', column.text, (col) => col.notNull())
    .addColumn('client_key', column.id)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'messages', ['project_id', 'id']);
  await createIndex(context, 'messages', ['project_id', 'author_role', 'id']);
  await createIndex(context, 'messages', ['author_id']);
  await createUniqueIndex(context, 'messages', ['project_id', 'author_id', 'client_key']);
}
