import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** What a milestone was before its last move, and which record a waiting notification tells of. */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await db.schema.alterTable('milestones').addColumn('move_id', column.id).execute();
  await db.schema.alterTable('milestones').addColumn('undo', column.json).execute();
  await db.schema.alterTable('pending_notifications').addColumn('activity_id', column.id).execute();
  await createIndex(context, 'pending_notifications', ['activity_id']);
}
