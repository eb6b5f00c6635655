import type { MigrationContext } from '../platform/db/columns.ts';

/** Which mails of a mailbox are tried again, and since when it can't be read. */
export async function up({ db, column }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('mailbox_positions')
    .addColumn('waiting', column.json, (col) => col.notNull().defaultTo('[]'))
    .execute();
  for (const name of ['fault_step', 'fault'] as const) {
    await db.schema.alterTable('mailbox_positions').addColumn(name, column.text).execute();
  }
  await db.schema.alterTable('mailbox_positions').addColumn('fault_at', column.time).execute();
}
