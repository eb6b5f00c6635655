import type { MigrationContext } from '../platform/db/columns.ts';

/** Why a draft that was to be sent without a click wasn't. */
export async function up({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('invoices').addColumn('held_back', column.text).execute();
}
