import type { MigrationContext } from '../platform/db/columns.ts';

/**
 * What a contract says beside its brief: lines, payments, dates and clauses, as JSON. Null in rows of a time before; a draft
 * of then begins with the usual ones.
 */
export async function up({ column, db }: MigrationContext): Promise<void> {
  await db.schema.alterTable('contracts').addColumn('draft_terms', column.text).execute();
  await db.schema.alterTable('contract_versions').addColumn('terms', column.text).execute();
}
