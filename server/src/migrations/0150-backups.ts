import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** What came of backups and of trying them out, and the problems that the owner was told of. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'backup_runs')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('kind', column.text, (col) => col.notNull())
    .addColumn('outcome', column.text, (col) => col.notNull())
    .addColumn('started_at', column.time, (col) => col.notNull())
    .addColumn('finished_at', column.time)
    .addColumn('backup_name', column.text)
    .addColumn('destination', column.text, (col) => col.notNull())
    .addColumn('size', column.int)
    .addColumn('copied', column.int)
    .addColumn('files', column.int)
    .addColumn('problem', column.text)
    .execute();
  await createIndex(context, 'backup_runs', ['kind', 'outcome', 'started_at']);
  await createTable(context, 'backup_alarms')
    .addColumn('kind', column.text, (col) => col.primaryKey())
    .addColumn('since', column.time, (col) => col.notNull())
    .addColumn('problem', column.text, (col) => col.notNull())
    .execute();
}
