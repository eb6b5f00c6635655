import type { MigrationContext } from '../platform/db/columns.ts';

/** Calendar addresses end with the sign-in that they were made by. */
export async function up({ column, db }: MigrationContext): Promise<void> {
  for (const table of ['auth_users', 'calendar_feeds'])
    await db.schema
      .alterTable(table)
      .addColumn('sign_in_version', column.int, (col) => col.notNull().defaultTo(0))
      .execute();
}
