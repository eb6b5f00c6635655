import { sql } from 'kysely';
import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/**
 * Calls wait for a press that confirms their address; those that there are count as confirmed. Notices to the studio that are gathered
 * into one mail.
 */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await db.schema
    .alterTable('bookings')
    .addColumn('never_confirmed', column.flag, (col) => col.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('bookings').addColumn('held_until', column.time).execute();
  await db.schema.alterTable('bookings').addColumn('notice_due_at', column.time).execute();
  await db.schema
    .createIndex('bookings_never_confirmed')
    .on('bookings')
    .column('created_at')
    .where(sql.ref('never_confirmed'), '=', sql.lit(1))
    .execute();
  await createIndex(context, 'bookings', ['held_until']);
  await createIndex(context, 'bookings', ['notice_due_at']);
  await db.schema.alterTable('enquiries').addColumn('notice_due_at', column.time).execute();
  await createIndex(context, 'enquiries', ['notice_due_at']);
}
