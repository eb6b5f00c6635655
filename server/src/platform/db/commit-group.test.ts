import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts';
import { MOST_MEMBERS } from './commit-group.ts';
import type { Db, Trx } from './database.ts';
import { isUniqueViolation, storageFault } from './errors.ts';
import { onCommit, transaction } from './transaction.ts';

/** The commits in a file's write-ahead log: the last page of each names the size that the file has then. */
function countCommits({ location }: TestDatabase): number {
  if (location.engine !== 'sqlite') throw new TypeError('Not SQLite');
  const log = readFileSync(`${location.file}-wal`);
  const pageSize = log.readUInt32BE(8);
  let commits = 0;
  for (let frame = 32; frame < log.length; frame += 24 + pageSize) {
    if (log.readUInt32BE(frame + 4) > 0) commits += 1;
  }
  return commits;
}

describe('CommitGroup', () => {
  let database: TestDatabase;
  let db: Db;
  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    db = database.db;
    return database.remove;
  });

  const insert = (trx: Db, name: string, text = '') =>
    trx.insertInto('job_leases').values({ name, next_at: text }).execute();
  const write = (name: string, then = async (_: Trx) => {}) =>
    transaction(db, async (trx) => {
      await insert(trx, name);
      await then(trx);
      return name;
    });
  const names = async () =>
    (await db.selectFrom('job_leases').select('name').orderBy('name').execute()).map(({ name }) => name);
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => `${i}`.padStart(3, '0'));
  const outcomesOf = async (writes: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(writes)).map((outcome) =>
      outcome.status === 'rejected'
        ? (storageFault(outcome.reason)?.code ?? String(outcome.reason))
        : 'written',
    );

  it('writes what arrives together in one commit', async () => {
    await write('before');
    const before = countCommits(database);
    expect(await Promise.all(numbered(32).map((name) => write(name)))).toEqual(numbered(32));
    expect(countCommits(database) - before).toBe(1);
    await Promise.all(numbered(32).map((name) => insert(db, `by itself ${name}`)));
    expect(countCommits(database) - before).toBe(2);
    expect(await names()).toHaveLength(65);
  });

  it('commits as soon as the most have written that may share a commit', async () => {
    await write('before');
    const before = countCommits(database);
    let late = 0;
    const first = write('first').then(() => {
      late = countCommits(database) - before;
    });
    await Promise.all([first, ...numbered(2 * MOST_MEMBERS).map((name) => write(name))]);
    expect(late).toBe(1);
    expect(countCommits(database) - before).toBe(3);
  });

  it('undoes one that fails, and nothing of the others', async () => {
    await write('taken');
    const outcomes = await outcomesOf([
      write('a'),
      write('failing', async () => {
        throw new Error('no');
      }),
      write('b'),
      write('undone', (trx) => insert(trx, 'taken').then(() => {})),
      insert(db, 'c'),
      insert(db, 'taken'),
      write('d'),
    ]);
    expect(outcomes.map((outcome) => outcome.replace(/^SqliteError: .*/, 'refused'))).toEqual([
      'written',
      'Error: no',
      'written',
      'refused',
      'written',
      'refused',
      'written',
    ]);
    expect(await names()).toEqual(['a', 'b', 'c', 'd', 'taken']);
  });

  it('lets a transaction go on after a statement of its own has failed', async () => {
    await write('taken');
    const catching = write('first', async (trx) => {
      const error = await insert(trx, 'taken').catch((caught: unknown) => caught);
      expect(isUniqueViolation(error)).toBe(true);
      await insert(trx, 'second');
    });
    await Promise.all([write('other'), catching]);
    expect(await names()).toEqual(['first', 'other', 'second', 'taken']);
  });

  it('shows nobody what is not committed', async () => {
    const written = Promise.withResolvers<void>();
    let isCommitted = false;
    const writing = write('a', async (trx) => {
      onCommit(trx, () => {
        isCommitted = true;
      });
      written.resolve();
    });
    await written.promise;
    const seen = await names();
    expect(isCommitted).toBe(false);
    expect(seen).toEqual([]);
    await writing;
    expect(isCommitted).toBe(true);
    expect(await names()).toEqual(['a']);
  });

  it('answers a failure that rests on what others wrote only after the commit of that', async () => {
    const order: string[] = [];
    await Promise.all([
      write('taken').then(() => order.push('written')),
      insert(db, 'taken').catch(() => order.push('refused')),
    ]);
    expect(order).toEqual(['written', 'refused']);
  });

  it('refuses all when the commit fails, and runs no callback', async () => {
    await sql`create table late (name text references job_leases (name) deferrable initially deferred)`.execute(
      db,
    );
    const called: string[] = [];
    const outcomes = await outcomesOf([
      write('a', async (trx) => onCommit(trx, () => called.push('a'))),
      // Found only by the commit.
      write('b', (trx) => sql`insert into late values ('missing')`.execute(trx).then(() => {})),
      insert(db, 'c'),
      insert(db, 'a'),
    ]);
    expect(outcomes).toEqual(Array(4).fill('SqliteError: FOREIGN KEY constraint failed'));
    expect(called).toEqual([]);
    expect(await names()).toEqual([]);
    await write('later');
    expect(await names()).toEqual(['later']);
  });

  it('refuses those before one that finds no room, because SQLite undoes them too', async () => {
    const limitPages = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db);
    let fullDisks = 0;
    database.onFull(() => {
      fullDisks += 1;
    });
    await limitPages(1);
    const outcomes = await outcomesOf([
      write('a'),
      write('b', async (trx) => {
        await insert(trx, 'large', 'x'.repeat(100_000)).catch(() => {});
        // Would be committed by itself.
        await insert(trx, 'after it');
      }),
      write('c'),
      insert(db, 'd', 'x'.repeat(100_000)),
    ]);
    expect(outcomes).toEqual(Array(4).fill('insufficient_storage'));
    expect(fullDisks).toBe(2);
    await limitPages(1_000_000);
    await write('e');
    expect(await names()).toEqual(['e']);
  });

  it('commits what waits before a statement that needs the file for itself, and before it closes', async () => {
    const [, { rows }] = await Promise.all([
      write('a'),
      sql<{ count: number }>`pragma max_page_count`.execute(db),
      write('b'),
    ]);
    expect(rows).toHaveLength(1);
    const last = write('c');
    await Promise.resolve();
    await database.close();
    expect(await last).toBe('c');
  });

  it('refuses statements that begin or end a transaction', async () => {
    for (const statement of ['begin', 'commit', ' ROLLBACK', 'savepoint x']) {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('begun by transaction()');
    }
  });

  it('has no constraint to share that only the commit checks', async () => {
    const { rows } = await sql`select name from sqlite_schema where sql like '%deferr%'`.execute(db);
    expect(rows).toEqual([]);
  });
});
