import { sql } from 'kysely';
import {
  createIndex,
  createTable,
  createUniqueIndex,
  type MigrationContext,
} from '../platform/db/columns.ts';
import { uniqueIndexName } from '../platform/db/errors.ts';

/** Calls that visitors book, and when the owner offers them. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await createTable(context, 'call_settings')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('zone', column.text, (col) => col.notNull())
    .addColumn('hours', column.json, (col) => col.notNull())
    .addColumn('exceptions', column.json, (col) => col.notNull())
    .addColumn('length_minutes', column.int, (col) => col.notNull())
    .addColumn('buffer_minutes', column.int, (col) => col.notNull())
    .addColumn('notice_hours', column.int, (col) => col.notNull())
    .addColumn('days_ahead', column.int, (col) => col.notNull())
    .addColumn('place', column.text, (col) => col.notNull())
    .addColumn('updated_at', column.time, (col) => col.notNull())
    .execute();

  await createTable(context, 'bookings')
    .addColumn('id', column.id, (col) => col.primaryKey())
    .addColumn('enquiry_id', column.id)
    .addColumn('name', column.text, (col) => col.notNull())
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('email_key', column.text, (col) => col.notNull())
    .addColumn('words', column.text, (col) => col.notNull())
    .addColumn('zone', column.text, (col) => col.notNull())
    .addColumn('starts_at', column.time, (col) => col.notNull())
    .addColumn('ends_at', column.time, (col) => col.notNull())
    .addColumn('status', column.text, (col) => col.notNull())
    .addColumn('cancelled_by', column.text)
    .addColumn('sequence', column.int, (col) => col.notNull())
    .addColumn('moves', column.int, (col) => col.notNull())
    .addColumn('link_hash', column.text, (col) => col.notNull())
    .addColumn('arranged_at', column.time, (col) => col.notNull())
    .addColumn('created_at', column.time, (col) => col.notNull())
    .addColumn('updated_at', column.time, (col) => col.notNull())
    .execute();
  await createUniqueIndex(context, 'bookings', ['link_hash']);
  await createIndex(context, 'bookings', ['email_key', 'id']);
  await createIndex(context, 'bookings', ['enquiry_id', 'starts_at']);
  await createIndex(context, 'bookings', ['starts_at', 'id']);
  // Two calls never begin together, whatever the code does; a cancelled one makes room.
  await db.schema
    .createIndex(uniqueIndexName('bookings', ['starts_at']))
    .on('bookings')
    .column('starts_at')
    .unique()
    .where(sql.ref('status'), '=', sql.lit('booked'))
    .execute();
}
