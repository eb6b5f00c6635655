import type { MigrationContext } from '../platform/db/columns.ts';

/** By which words answers are told from what they quote, what else a mail says, and which mails nothing may answer. */
export async function up({ db, column }: MigrationContext): Promise<void> {
  await db.schema.alterTable('mail_outbox').addColumn('line_hashes', column.text).execute();
  await db.schema
    .alterTable('mail_outbox')
    .addColumn('is_notice', column.int, (col) => col.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('messages').addColumn('folded', column.text).execute();
  await db.schema.alterTable('enquiry_messages').addColumn('folded', column.text).execute();
}
