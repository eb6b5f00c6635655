import { sql } from 'kysely';
import type { MigrationContext } from '../platform/db/columns.ts';

/** As far as the index over the names' beginnings reads; as in 0080. */
const HEAD_LENGTH = 40;

/**
 * Searches of one or two letters within a status: a rare status among very many names that begin so is then found
 * without a look at all of them. Projects have such an index already (0084).
 */
export async function up({ db }: MigrationContext): Promise<void> {
  const head = sql`substr(search_text, 1, ${sql.lit(HEAD_LENGTH)})`;
  await sql`create index enquiries_status_head_index on enquiries (status, (${head}))`.execute(db);
}
