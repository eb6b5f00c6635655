import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';

/**
 * A project's contract: what the studio writes, each version that it sent, what was asked to be changed, and
 * who accepted. An acceptance names its project without depending on it, because its record outlives the
 * project. Documents are in the store; a key names one.
 */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;

  await createTable(context, 'contracts')
    .addColumn('project_id', column.id, (col) =>
      col.primaryKey().references('projects.id').onDelete('cascade'),
    )
    .addColumn('status', column.text, (col) => col.notNull())
    .addColumn('version', column.int, (col) => col.notNull())
    .addColumn('draft_total', column.int)
    .addColumn('draft_source', column.text, (col) => col.notNull())
    .addColumn('draft_link', column.text, (col) => col.notNull())
    .addColumn('draft_document_key', column.id)
    .addColumn('draft_revision', column.int, (col) => col.notNull())
    .addColumn('sent_revision', column.int)
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('changed_at', column.time, (col) => col.notNull())
    .execute();

  await createTable(context, 'contract_versions')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('version', column.int, (col) => col.notNull())
    .addColumn('total', column.int)
    .addColumn('source', column.text, (col) => col.notNull())
    .addColumn('link', column.text)
    .addColumn('document_key', column.id)
    .addColumn('sha256', column.text, (col) => col.notNull())
    .addColumn('sent_by', column.text, (col) => col.notNull())
    .addColumn('sent_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'contract_versions', ['project_id', 'version']);

  await createTable(context, 'contract_change_requests')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('version', column.int, (col) => col.notNull())
    .addColumn('message', column.text, (col) => col.notNull())
    .addColumn('account_email', column.text, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'contract_change_requests', ['project_id', 'id']);

  await createTable(context, 'contract_acceptances')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('project_id', column.id, (col) => col.notNull())
    .addColumn('project_title', column.text, (col) => col.notNull())
    .addColumn('version', column.int, (col) => col.notNull())
    .addColumn('total', column.int)
    .addColumn('source', column.text, (col) => col.notNull())
    .addColumn('link', column.text)
    .addColumn('document_key', column.id)
    .addColumn('sha256', column.text, (col) => col.notNull())
    .addColumn('record_key', column.id, (col) => col.notNull())
    .addColumn('account_id', column.id, (col) => col.notNull())
    .addColumn('account_email', column.text, (col) => col.notNull())
    .addColumn('typed_name', column.text)
    .addColumn('address', column.text, (col) => col.notNull())
    .addColumn('user_agent', column.text)
    .addColumn('accepted_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'contract_acceptances', ['project_id']);
}
