import type { MigrationContext } from '../platform/db/columns.ts';

/** What a link that decides shows beside the thing's own texts; null for links of earlier versions. */
export async function up({ column, db }: MigrationContext): Promise<void> {
  await db.schema.alterTable('decision_links').addColumn('shown', column.text).execute();
}
