import type { MigrationContext } from '../platform/db/columns.ts';

/** What the audit's sentences need: the actor's name, the kind of the subject, and why an action was refused. */
export async function up({ column, db }: MigrationContext): Promise<void> {
  for (const name of ['actor_name', 'subject_kind', 'refusal']) {
    await db.schema.alterTable('admin_actions').addColumn(name, column.text).execute();
  }
}
