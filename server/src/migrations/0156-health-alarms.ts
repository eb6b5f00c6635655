import { createTable, type MigrationContext } from '../platform/db/columns.ts';

/** Problems of the installation that the owner was mailed about, and those that may pass by themselves. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'health_alarms')
    .addColumn('check_id', column.text, (col) => col.primaryKey())
    .addColumn('phase', column.text, (col) => col.notNull())
    .addColumn('since', column.time, (col) => col.notNull())
    .addColumn('well_since', column.time)
    .addColumn('is_back', column.flag, (col) => col.notNull().defaultTo(0))
    .execute();
}
