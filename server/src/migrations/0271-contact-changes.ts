import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** Main contacts whom their own side replaced can undo that for some days. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'contact_changes')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('former_id', column.id, (col) => col.notNull())
    .addColumn('people', column.json, (col) => col.notNull())
    .addColumn('invitations', column.json, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('expires_at', column.time, (col) => col.notNull())
    .addColumn('ended', column.text)
    .execute();
  await createIndex(context, 'contact_changes', ['project_id']);
  await createIndex(context, 'contact_changes', ['former_id']);
  await createIndex(context, 'contact_changes', ['expires_at']);
}
