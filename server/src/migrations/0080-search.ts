import { sql } from 'kysely';
import type { MigrationContext } from '../platform/db/columns.ts';

/** The lists that are searched, and the column that tells their rows apart in a filtered search. */
const LISTS = [
  { table: 'accounts', status: null },
  { table: 'projects', status: 'status' },
  { table: 'enquiries', status: 'status' },
] as const;

/** The names' beginnings, for searches that are too short for three letters in a row. */
const HEAD_LENGTH = 40;

/**
 * Searches by any three letters in a row. On PostgreSQL an index over `search_text`; on SQLite a full-text
 * table beside each list. That one keeps no copy of the text, so a row is told by a number, which must not
 * change as SQLite's own row numbers do when a file is compacted: `<list>_search_keys` gives it.
 */
export async function up({ db, engine }: MigrationContext): Promise<void> {
  for (const { table } of LISTS) {
    const head = sql`substr(search_text, 1, ${sql.lit(HEAD_LENGTH)})`;
    await sql`create index ${sql.id(`${table}_search_head_index`)} on ${sql.id(table)} ((${head}))`.execute(
      db,
    );
  }
  if (engine === 'postgres') {
    // In its own schema or another: an administrator may have made it already.
    await sql`create extension if not exists pg_trgm`.execute(db);
    for (const { table } of LISTS) {
      await sql`create index ${sql.id(`${table}_search_index`)} on ${sql.id(table)}
        using gin (search_text gin_trgm_ops)`.execute(db);
    }
    return;
  }
  for (const { table, status } of LISTS) {
    const list = sql.id(table);
    const keys = sql.id(`${table}_search_keys`);
    const index = sql.id(`${table}_search`);
    const statusOf = (row: 'new' | 'old' | 'row') => (status ? sql.id(row, status) : sql.lit(''));
    const changed = status
      ? sql`old.search_text is not new.search_text or old.${sql.id(status)} is not new.${sql.id(status)}`
      : sql`old.search_text is not new.search_text`;
    const watched = status ? sql`search_text, ${sql.id(status)}` : sql`search_text`;
    const keyOf = (row: 'new' | 'old') => sql`(select key from ${keys} where id = ${sql.id(row)}.id)`;

    await sql`create table ${keys} (key integer primary key autoincrement, id text not null unique) strict`.execute(
      db,
    );
    await sql`create virtual table ${index} using fts5(text, status,
      content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`.execute(db);
    await sql`create trigger ${sql.id(`${table}_search_insert`)} after insert on ${list} begin
      insert into ${keys} (id) values (new.id);
      insert into ${index} (rowid, text, status) values (${keyOf('new')}, new.search_text, ${statusOf('new')});
    end`.execute(db);
    await sql`create trigger ${sql.id(`${table}_search_update`)} after update of ${watched} on ${list}
      when ${changed} begin
      delete from ${index} where rowid = ${keyOf('old')};
      insert into ${index} (rowid, text, status) values (${keyOf('new')}, new.search_text, ${statusOf('new')});
    end`.execute(db);
    await sql`create trigger ${sql.id(`${table}_search_delete`)} after delete on ${list} begin
      delete from ${index} where rowid = ${keyOf('old')};
      delete from ${keys} where id = old.id;
    end`.execute(db);
    await sql`insert into ${keys} (id) select id from ${list} order by id`.execute(db);
    await sql`insert into ${index} (rowid, text, status)
      select keys.key, row.search_text, ${statusOf('row')} from ${list} as row
      join ${keys} as keys on keys.id = row.id`.execute(db);
  }
}
