import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** The owner's own calendar, whose busy times are left out of what visitors can book. Its address is sealed. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'busy_calendars')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('sealed_address', column.text, (col) => col.notNull())
    .addColumn('host', column.text, (col) => col.notNull())
    .addColumn('tried_at', column.time)
    .addColumn('read_at', column.time)
    .addColumn('problem', column.text)
    .execute();
  await createTable(context, 'busy_times')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('starts_at', column.time, (col) => col.notNull())
    .addColumn('ends_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'busy_times', ['ends_at', 'starts_at']);
}
