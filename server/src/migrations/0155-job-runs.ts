import type { MigrationContext } from '../platform/db/columns.ts';

/** How the last run of each recurring job ended, for the page of the installation's health. */
export async function up({ column, db }: MigrationContext): Promise<void> {
  for (const name of ['started_at', 'ended_at', 'succeeded_at'] as const) {
    await db.schema.alterTable('job_leases').addColumn(name, column.time).execute();
  }
  await db.schema.alterTable('job_leases').addColumn('last_error', column.text).execute();
  await db.schema
    .alterTable('job_leases')
    .addColumn('failures', column.int, (col) => col.notNull().defaultTo(0))
    .execute();
}
