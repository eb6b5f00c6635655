import { createIndex, createTable, type MigrationContext } from '../platform/db/columns.ts';

/** How far ahead the mails that strangers can cause have used up what may be sent. */
export async function up(context: MigrationContext): Promise<void> {
  const { column } = context;
  await createTable(context, 'auth_mail_pace')
    .addColumn('key', column.text, (col) => col.primaryKey())
    .addColumn('paid_at', column.real, (col) => col.notNull())
    .execute();
  await createIndex(context, 'auth_mail_pace', ['paid_at']);
}
