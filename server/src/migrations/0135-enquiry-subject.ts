import type { MigrationContext } from '../platform/db/columns.ts';

/** What an enquiry is about, in a column of its own: the message stays as the visitor typed it. */
export async function up({ db, column }: MigrationContext): Promise<void> {
  await db.schema
    .alterTable('enquiries')
    .addColumn('subject', column.text, (col) => col.notNull().defaultTo(''))
    .execute();
}
