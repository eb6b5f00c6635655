import { createUniqueIndex, type MigrationContext } from '../platform/db/columns.ts';

/** What its sender called an upload, so that one that is sent again after a lost reply stays one file. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await db.schema.alterTable('project_files').addColumn('client_key', column.id).execute();
  await createUniqueIndex(context, 'project_files', ['project_id', 'account_id', 'client_key']);
}
