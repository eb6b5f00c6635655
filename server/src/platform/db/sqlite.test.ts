import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, createTestLocation } from '../../../test/harness/database.ts';
import type { Db } from './database.ts';
import { storageFault } from './errors.ts';
import { openDatabase } from './open.ts';
import { assertSafeVersion } from './sqlite.ts';
import { transaction } from './transaction.ts';

describe('SQLite', () => {
  it.each(['3.7.0', '3.50.9', '3.51.2'])('refuses version %s', (version) => {
    expect(() => assertSafeVersion(version)).toThrow(`SQLite ${version} can damage data`);
  });

  it.each(['3.51.3', '3.52.0', '3.100.0', '4.0.0'])('accepts version %s', (version) => {
    expect(() => assertSafeVersion(version)).not.toThrow();
  });

  it('hides values from the planner, which would plan a query again for each new one', async () => {
    await using database = await createTestDatabase('sqlite');
    const { db } = database;
    const byName = db.selectFrom('job_leases').select('next_at').where('name', 'in', ['a', 'b']).limit(3);
    expect(byName.compile().sql).toBe('select "next_at" from "job_leases" where "name" in (+?, +?) limit +?');
    const { rows } = await sql`select typeof(${1}) as i, typeof(${1.5}) as r, typeof(${'1'}) as t,
      typeof(${null}) as n, typeof(${Buffer.from('1')}) as b`.execute(db);
    expect(rows).toEqual([{ i: 'real', r: 'real', t: 'text', n: 'null', b: 'blob' }]);
  });

  it('syncs each commit to disk', async () => {
    // Opened as the product does: the tests' own databases don't sync.
    const { location, remove } = await createTestLocation('sqlite');
    const database = openDatabase(location);
    const read = async (name: string) => {
      const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database.db);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await read('journal_mode')).toBe('wal');
    expect(await read('synchronous')).toBe(2);
    expect(await read('foreign_keys')).toBe(1);
    await database.close();
    await remove();
  });

  it('throws in a transaction that waits for anything but its queries', async () => {
    await using database = await createTestDatabase('sqlite');
    const waiting = transaction(database.db, async (trx) => {
      await trx.selectFrom('job_leases').selectAll().execute();
      await setTimeout(5);
    });
    await expect(waiting).rejects.toThrow('waited for something else than its queries');
    await transaction(database.db, (trx) => trx.selectFrom('job_leases').selectAll().execute());
  });

  it('returns new columns from a cached statement', async () => {
    await using database = await createTestDatabase('sqlite');
    const read = async () =>
      Object.keys((await sql<object>`select * from things`.execute(database.db)).rows[0] ?? {});
    await sql`create table things (a int)`.execute(database.db);
    await sql`insert into things values (1)`.execute(database.db);
    expect(await read()).toEqual(['a']);
    await sql`alter table things add column b int`.execute(database.db);
    expect(await read()).toEqual(['a', 'b']);
  });

  it('answers 507 when the disk is full, keeps all data, and recovers when there is space', async () => {
    await using database = await createTestDatabase('sqlite');
    const limitPages = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(database.db);
    const write = (name: string) =>
      transaction(database.db, (trx) =>
        trx
          .insertInto('job_leases')
          .values({ name, next_at: 'x'.repeat(100_000) })
          .execute(),
      );
    await write('kept');
    await limitPages(1);
    const error = await write('lost').catch((caught: unknown) => caught);
    expect(storageFault(error)?.code).toBe('insufficient_storage');
    await limitPages(1_000_000);
    await write('later');
    const rows = await database.db.selectFrom('job_leases').select('name').orderBy('name').execute();
    expect(rows.map(({ name }) => name)).toEqual(['kept', 'later']);
  });

  it('answers 503 when the file is damaged', async () => {
    const { location, remove } = await createTestLocation('sqlite');
    if (location.engine !== 'sqlite') throw new TypeError('Not SQLite');
    const database = openDatabase(location);
    await database.db.selectFrom('accounts').selectAll().execute();
    const file = openSync(location.file, 'r+');
    const { size } = fstatSync(file);
    // No page begins with this: random bytes would now and then look like one.
    writeSync(file, Buffer.alloc(size - 4_096, 0xff), 0, size - 4_096, 4_096);
    closeSync(file);
    const error = await database.db
      .selectFrom('job_leases')
      .selectAll()
      .execute()
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: expect.stringContaining('SQLITE_CORRUPT') });
    expect(storageFault(error)?.code).toBe('unavailable');
    await database.close();
    await remove();
  });

  it("answers 503 when the disk can't be read", () => {
    const error = Object.assign(new Error('read'), { code: 'EIO' });
    expect(storageFault(error)?.code).toBe('unavailable');
  });

  it('answers 503 when another process keeps a lock', async () => {
    await using database = await createTestDatabase('sqlite');
    const { location } = database;
    if (location.engine !== 'sqlite') throw new TypeError('Not SQLite');
    const other = new SqliteDatabase(location.file);
    const impatient = openDatabase(location, { lockWaitMs: 50 });
    const { db } = impatient;
    other.exec('begin immediate');
    const error = await transaction(db, async () => 1).catch((caught: unknown) => caught);
    expect(storageFault(error)?.code).toBe('unavailable');
    other.close();
    expect(await transaction(db, async () => 1)).toBe(1);
    await impatient.close();
  });

  it('waits for a write of another process, and does everything else meanwhile', async () => {
    await using database = await createTestDatabase('sqlite');
    const { db, location } = database;
    if (location.engine !== 'sqlite') throw new TypeError('Not SQLite');
    const other = new SqliteDatabase(location.file);
    other.exec('begin immediate');
    const writing = db.insertInto('job_leases').values({ name: 'a', next_at: '' }).execute();
    const names = () => db.selectFrom('job_leases').select('name').execute();
    expect(await names()).toEqual([]);
    other.exec('commit');
    await writing;
    expect(await names()).toEqual([{ name: 'a' }]);
    other.close();
  });

  it('lets another process write that shares the file, however busy it is', async () => {
    await using database = await createTestDatabase('sqlite');
    const other = openDatabase(database.location);
    const note = (db: Db, name: string) =>
      transaction(db, async (trx) => {
        await trx.deleteFrom('job_leases').where('name', '=', name).execute();
        await trx.insertInto('job_leases').values({ name, next_at: '' }).execute();
      });
    const keepBusy = async (signal: AbortSignal) => {
      while (!signal.aborted) await note(database.db, 'busy');
    };
    const ending = new AbortController();
    const unshare = database.share();
    const busy = [keepBusy(ending.signal), keepBusy(ending.signal)];
    for (let count = 0; count < 20; count += 1) await note(other.db, 'other');
    unshare();
    ending.abort();
    await Promise.all(busy);
    await other.close();
  });
});
