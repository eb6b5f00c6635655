import { sql } from 'kysely';
import type { MigrationContext } from '../platform/db/columns.ts';

/** Replies, edits and deletions of messages, and up to where the studio has said that no answer is needed. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await db.schema.alterTable('messages').addColumn('reply_to', column.id).execute();
  await db.schema.alterTable('messages').addColumn('edited_at', column.time).execute();
  await db.schema.alterTable('messages').addColumn('deleted_at', column.time).execute();
  await db.schema
    .alterTable('messages')
    .addColumn('is_record', column.flag, (col) => col.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('unanswered_threads').addColumn('settled_up_to', column.id).execute();
  await db.schema
    .createIndex('messages_reply_to_index')
    .on('messages')
    .column('reply_to')
    .where(sql.ref('reply_to'), 'is not', null)
    .execute();
  // What is unread and who wrote last is asked of messages that are still there.
  await db.schema
    .createIndex('messages_written_index')
    .on('messages')
    // The last one only so that SQLite reads no row for it.
    .columns(['project_id', 'author_role', 'id', 'deleted_at'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await db.schema.dropIndex('messages_project_id_author_role_id_index').execute();
}
