import type { MigrationContext } from '../platform/db/columns.ts';

/** Which milestone, file or message of a project an admin's action was about. */
export async function up({ column, db }: MigrationContext): Promise<void> {
  for (const name of ['item_kind', 'item_id', 'item_title']) {
    await db.schema.alterTable('admin_actions').addColumn(name, column.text).execute();
  }
}
