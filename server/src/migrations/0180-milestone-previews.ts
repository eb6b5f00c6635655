import type { MigrationContext } from '../platform/db/columns.ts';

/** What a milestone in review shows its client: a link and files, as JSON. */
export async function up({ column, db }: MigrationContext): Promise<void> {
  await db.schema.alterTable('milestones').addColumn('preview', column.json).execute();
}
