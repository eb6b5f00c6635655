import { parseEmailAddress } from '@atelier/domain/email-address.ts';
import { sql } from 'kysely';
import { createTable, type MigrationContext, type MigrationTrx } from '../platform/db/columns.ts';

/** Where addresses are that are looked up, compared or mailed. The provider's own tables have had the rule's form all along. */
const PLACES = [
  { list: 'accounts', column: 'email', unique: [] },
  { list: 'project_invitations', column: 'email', unique: ['project_id'] },
  { list: 'bounced_addresses', column: 'email', unique: [] },
  { list: 'reply_addresses', column: 'email', unique: ['subject_id', 'side', 'account_id'] },
  { list: 'projects', column: 'email' },
  { list: 'enquiries', column: 'email' },
  { list: 'bookings', column: 'email' },
  { list: 'bookings', column: 'email_key' },
  { list: 'decision_links', column: 'email' },
  { list: 'mail_outbox', column: 'recipient' },
] as const;

/** Where a clash is listed: two of the others disturb nobody. */
const LISTED: readonly string[] = ['accounts', 'project_invitations', 'bounced_addresses'];
const SEARCHED: readonly string[] = ['accounts', 'projects', 'enquiries'];
const PAGE = 500;

/**
 * Brings stored addresses to the form of the one rule. Of two that would become one, the row stays that has another form, and is
 * listed. Texts that are no address by the rule stay.
 */
export async function up(context: MigrationContext): Promise<void> {
  const { column, db } = context;
  await createTable(context, 'clashing_addresses')
    .addColumn('list', column.text, (col) => col.notNull())
    .addColumn('row_id', column.id, (col) => col.notNull())
    .addColumn('email', column.text, (col) => col.notNull())
    .addColumn('becomes', column.text, (col) => col.notNull())
    .addPrimaryKeyConstraint('clashing_addresses_pkey', ['list', 'row_id'])
    .execute();
  for (const place of PLACES) {
    for await (const row of readOdd(db, place)) await bring(db, place, row);
  }
  await bringMuted(db);
}

type Place = (typeof PLACES)[number];
interface OddRow {
  id: string;
  email: string;
  becomes: string;
}

/** The rows whose address has another form by the rule. */
async function* readOdd(db: MigrationTrx, { list, column }: Place): AsyncGenerator<OddRow> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; email: string }>`select id, ${sql.ref(column)} as email
      from ${sql.table(list)} where id > ${after} order by id limit ${PAGE}`.execute(db);
    for (const { id, email } of rows) {
      const becomes = parseEmailAddress(email);
      if (becomes !== undefined && becomes !== email) yield { id, email, becomes };
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

async function bring(db: MigrationTrx, place: Place, { id, email, becomes }: OddRow): Promise<void> {
  const { list, column } = place;
  if ('unique' in place) {
    const same = place.unique.map((name) => sql`and other.${sql.ref(name)} = own.${sql.ref(name)}`);
    const { rows } = await sql`select other.id from ${sql.table(list)} as own join ${sql.table(list)} as other
      on other.id <> own.id and other.email = ${becomes} ${sql.join(same, sql` `)} where own.id = ${id}`.execute(
      db,
    );
    if (rows.length > 0) {
      if (LISTED.includes(list)) {
        await sql`insert into clashing_addresses (list, row_id, email, becomes)
          values (${list}, ${id}, ${email}, ${becomes})`.execute(db);
      }
      return;
    }
  }
  await sql`update ${sql.table(list)} set ${sql.ref(column)} = ${becomes} where id = ${id}`.execute(db);
  if (SEARCHED.includes(list)) {
    await sql`update ${sql.table(list)} set search_text = ${sql.ref('search_text')} || ' ' || ${becomes}
      where id = ${id}`.execute(db);
  }
}

/** An address's choices are one row a kind: of two that become one, one is enough. */
async function bringMuted(db: MigrationTrx): Promise<void> {
  const { rows } = await sql<{ address: string }>`select distinct address from muted_mails`.execute(db);
  for (const { address } of rows) {
    const becomes = parseEmailAddress(address);
    if (becomes === undefined || becomes === address) continue;
    await sql`insert into muted_mails (address, kind, created_at)
      select ${becomes}, kind, created_at from muted_mails where address = ${address}
      on conflict do nothing`.execute(db);
    await sql`delete from muted_mails where address = ${address}`.execute(db);
  }
}
