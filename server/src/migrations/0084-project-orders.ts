import { sql } from 'kysely';
import type { MigrationContext } from '../platform/db/columns.ts';

/** As far as the order by name reads; the same beginning that short searches use. */
const HEAD_LENGTH = 40;

/**
 * Further orders of the studio's list of projects, each also within a status. `search_text` begins with the company,
 * folded alike on both engines. What was never submitted sorts as the empty text: the engines put null at different ends.
 */
export async function up({ db }: MigrationContext): Promise<void> {
  const head = sql`substr(search_text, 1, ${sql.lit(HEAD_LENGTH)})`;
  const submitted = sql`coalesce(submitted_at, '')`;
  await sql`create index projects_name_index on projects ((${head}), id)`.execute(db);
  await sql`create index projects_status_name_index on projects (status, (${head}), id)`.execute(db);
  await sql`create index projects_submitted_index on projects ((${submitted}), id)`.execute(db);
  await sql`create index projects_status_submitted_index on projects (status, (${submitted}), id)`.execute(
    db,
  );
}
