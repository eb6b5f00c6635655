import { createUniqueIndex, type MigrationContext } from '../platform/db/columns.ts';

/** What its sender called a request for a change, so that one that is sent again after a lost reply stays one. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await db.schema.alterTable('contract_change_requests').addColumn('client_key', column.id).execute();
  await createUniqueIndex(context, 'contract_change_requests', ['project_id', 'client_key']);
}
