import { sql } from 'kysely';
import type { MigrationContext } from '../platform/db/columns.ts';

/** Whoever asks for a copy of their data gets what they sent: found by address, whatever its case. */
export async function up({ db }: MigrationContext): Promise<void> {
  await db.schema
    .createIndex('enquiries_email_index')
    .on('enquiries')
    .expression(sql`lower(email), id`)
    .execute();
}
