import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/** Comments on versions of deliverables, and the client's approval of a version. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'file_comments')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('version_id', column.id, (col) =>
      col.notNull().references('project_files.id').onDelete('cascade'),
    )
    .addColumn('reply_to', column.id)
    .addColumn('page', column.int)
    .addColumn('x', column.int)
    .addColumn('y', column.int)
    .addColumn('author_id', column.id, (col) => col.notNull())
    .addColumn('author_side', column.text, (col) => col.notNull())
    .addColumn('author_name', column.text, (col) => col.notNull())
    .addColumn('body', column.text, (col) => col.notNull())
    .addColumn('client_key', column.id)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('edited_at', column.time)
    .addColumn('resolved_at', column.time)
    .execute();
  await createIndex(context, 'file_comments', ['project_id', 'version_id']);
  await createIndex(context, 'file_comments', ['version_id', 'id']);
  await createIndex(context, 'file_comments', ['author_id']);
  await createUniqueIndex(context, 'file_comments', ['version_id', 'author_id', 'client_key']);

  await createTable(context, 'file_approvals')
    .addColumn('version_id', column.id, (col) =>
      col.primaryKey().references('project_files.id').onDelete('cascade'),
    )
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('account_id', column.id, (col) => col.notNull())
    .addColumn('account_name', column.text, (col) => col.notNull())
    .addColumn('approved_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'file_approvals', ['project_id']);
  await createIndex(context, 'file_approvals', ['account_id']);
}
