import { createIndex, type MigrationContext } from '../platform/db/columns.ts';

/** Lets the overview walk along published milestones alone: drafts have due dates too, and there are many of them. */
export async function up(context: MigrationContext): Promise<void> {
  await context.db.schema.dropIndex('milestones_status_due_index').execute();
  await createIndex(context, 'milestones', ['published', 'status', 'due']);
}
