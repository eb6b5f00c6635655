import { sql } from 'kysely';
import type { MigrationContext } from '../platform/db/columns.ts';

/** Sets `updated_at` of each submitted project to its newest event that both sides see, where that is later. */
export async function up({ db }: MigrationContext): Promise<void> {
  await sql`update projects set updated_at = (
      select max(created_at) from project_activity
      where project_id = projects.id and studio_only = 0
    )
    where status <> 'draft' and exists (
      select 1 from project_activity
      where project_id = projects.id and studio_only = 0 and created_at > projects.updated_at
    )`.execute(db);
}
