import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** The studio's to-dos: about a project or an enquiry, and deleted with it, or on their own. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'todos')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.references('projects.id').onDelete('cascade'))
    .addColumn('enquiry_id', column.id, (col) => col.references('enquiries.id').onDelete('cascade'))
    .addColumn('text', column.text, (col) => col.notNull())
    .addColumn('due', column.text)
    .addColumn('done_at', column.time)
    .addColumn('author_id', column.id, (col) => col.notNull())
    .addColumn('client_key', column.id, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'todos', ['project_id', 'done_at']);
  await createIndex(context, 'todos', ['enquiry_id', 'done_at']);
  // The open ones, which are few among many that were done.
  await createIndex(context, 'todos', ['done_at', 'id']);
  await createUniqueIndex(context, 'todos', ['author_id', 'client_key']);
}
