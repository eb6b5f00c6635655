import { sql } from 'kysely';
import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/**
 * What has been used of the limits that count across processes. On PostgreSQL it is not written to the log: it is of no
 * use after a crash, and then empty.
 */
export async function up(context: MigrationContext): Promise<void> {
  const { column, engine } = context;
  const table = createTable(context, 'rate_limits');
  await (engine === 'postgres' ? table.modifyFront(sql`unlogged`) : table)
    .addColumn('key', column.text, (col) => col.primaryKey())
    .addColumn('paid_at', column.real, (col) => col.notNull())
    .execute();
  await createIndex(context, 'rate_limits', ['paid_at']);
}
