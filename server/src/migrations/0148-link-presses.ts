import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** Where the button of a link's page has led a moment ago, for a second press of it. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'auth_link_presses')
    .addColumn('press_hash', column.text, (col) => col.primaryKey())
    .addColumn('sealed_result', column.text, (col) => col.notNull())
    .addColumn('pressed_at', column.time, (col) => col.notNull())
    .execute();
  await createIndex(context, 'auth_link_presses', ['pressed_at']);
}
