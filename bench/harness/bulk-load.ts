import { sql } from 'kysely';
import type { Db, Engine } from '../../server/src/platform/db/database.ts';

/** Lists whose SQLite full-text table is kept by triggers, and the column by which a search is filtered. */
const SEARCHED = [
  { table: 'accounts', status: null },
  { table: 'projects', status: 'status' },
  { table: 'enquiries', status: 'status' },
] as const;

/**
 * Fills an empty database in one transaction, without indexes and triggers: each is made again once the rows are
 * there, which takes a small part of the time of keeping it row by row.
 */
export async function loadInBulk(db: Db, engine: Engine, fill: (trx: Db) => Promise<void>): Promise<void> {
  await (engine === 'sqlite' ? loadSqlite(db, fill) : loadPostgres(db, fill));
}

async function loadSqlite(db: Db, fill: (trx: Db) => Promise<void>): Promise<void> {
  // The database is thrown away afterwards: it needn't survive a crash.
  for (const setting of [
    'foreign_keys = off',
    'synchronous = off',
    'cache_size = -500000',
    'temp_store = memory',
  ]) {
    await sql.raw(`pragma ${setting}`).execute(db);
  }
  await db.transaction().execute(async (trx) => {
    const { rows: made } = await sql<{ type: string; name: string; sql: string }>`
      select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null`.execute(
      trx,
    );
    for (const { type, name } of made) await sql`drop ${sql.raw(type)} ${sql.id(name)}`.execute(trx);
    await fill(trx);
    for (const list of SEARCHED) await fillSearch(trx, list);
    for (const { sql: definition } of made) await sql.raw(definition).execute(trx);
  });
  for (const setting of [
    'foreign_keys = on',
    'synchronous = full',
    'cache_size = -2000',
    'temp_store = default',
  ]) {
    await sql.raw(`pragma ${setting}`).execute(db);
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** As migration 0080 does for the rows that it finds. */
async function fillSearch(trx: Db, { table, status }: (typeof SEARCHED)[number]): Promise<void> {
  const [keys, index] = [sql.id(`${table}_search_keys`), sql.id(`${table}_search`)];
  await sql`insert into ${keys} (id) select id from ${sql.id(table)} order by id`.execute(trx);
  await sql`insert into ${index} (rowid, text, status)
    select keys.key, row.search_text, ${status ? sql.id('row', status) : sql.lit('')}
    from ${keys} as keys join ${sql.id(table)} as row on row.id = keys.id order by keys.key`.execute(trx);
  await sql`insert into ${index} (${index}) values ('optimize')`.execute(trx);
}

async function loadPostgres(db: Db, fill: (trx: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const setting of [
      'statement_timeout = 0',
      'idle_in_transaction_session_timeout = 0',
      "maintenance_work_mem = '512MB'",
      // No triggers: foreign keys are not looked up row by row.
      'session_replication_role = replica',
    ]) {
      await sql.raw(`set local ${setting}`).execute(trx);
    }
    const { rows: made } = await sql<{ name: string; definition: string }>`
      select i.indexname as name, i.indexdef as definition from pg_indexes i
      where i.schemaname = current_schema() and not exists (
        select 1 from pg_constraint c where c.conindid = (quote_ident(i.schemaname) || '.' || quote_ident(i.indexname))::regclass)`.execute(
      trx,
    );
    for (const { name } of made) await sql`drop index ${sql.id(name)}`.execute(trx);
    await fill(trx);
    for (const { definition } of made) await sql.raw(definition).execute(trx);
  });
}
