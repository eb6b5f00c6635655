import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** Threads in which a client wrote last and needs no answer, as the studio has said. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await db.schema
    .alterTable('unanswered_threads')
    .addColumn('is_settled', column.flag, (col) => col.notNull().defaultTo(0))
    .execute();
  await db.schema.dropIndex('unanswered_threads_since_index').execute();
  await createIndex(context, 'unanswered_threads', ['is_settled', 'since']);
}
