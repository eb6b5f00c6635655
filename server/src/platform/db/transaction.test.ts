import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, describeEachEngine, type TestDatabase } from '../../../test/harness/database.ts';
import { newId } from '../ids.ts';
import type { Db, Trx } from './database.ts';
import { isForeignKeyViolation, isUniqueViolation, storageFault } from './errors.ts';
import { beforeCommit, onCommit, transaction } from './transaction.ts';

describe('transaction', () => {
  describeEachEngine((engine) => {
    let database: TestDatabase;
    let db: Db;
    beforeEach(async () => {
      database = await createTestDatabase(engine);
      db = database.db;
      return database.remove;
    });

    const lease = (name: string) => ({ name, next_at: '2026-01-01T00:00:00.000Z' });
    const names = async () =>
      (await db.selectFrom('job_leases').select('name').orderBy('name').execute()).map((r) => r.name);

    it('commits everything or nothing', async () => {
      await transaction(db, (trx) => trx.insertInto('job_leases').values(lease('kept')).execute());
      const failed = transaction(db, async (trx) => {
        await trx.insertInto('job_leases').values(lease('lost')).execute();
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await names()).toEqual(['kept']);
    });

    it('throws when the outer database is used inside, and works afterwards', async () => {
      const outer = transaction(db, async () => {
        await db.selectFrom('job_leases').selectAll().execute();
      });
      await expect(outer).rejects.toThrow('use the transaction that was handed in');
      const nested = transaction(db, () => transaction(db, async () => 1));
      await expect(nested).rejects.toThrow('use the transaction that was handed in');
      expect(await names()).toEqual([]);
    });

    it('lets work that a transaction started use the database after its end', async () => {
      let later: Promise<string[]> = Promise.resolve([]);
      const released = Promise.withResolvers<void>();
      await transaction(db, async () => {
        later = released.promise.then(names);
      });
      released.resolve();
      expect(await later).toEqual([]);
    });

    it('runs beforeCommit callbacks last and in the order of their names, and none after a rollback', async () => {
      const keep = (trx: Trx, name: string) => async () => {
        await trx.insertInto('job_leases').values(lease(name)).execute();
        done.push(name);
      };
      const done: string[] = [];
      await transaction(db, async (trx) => {
        beforeCommit(trx, 'b', keep(trx, 'second'));
        beforeCommit(trx, 'a', keep(trx, 'first'));
        await keep(trx, 'work')();
      });
      expect(done).toEqual(['work', 'first', 'second']);
      expect(await names()).toEqual(['first', 'second', 'work']);
      const failed = transaction(db, async (trx) => {
        beforeCommit(trx, 'a', keep(trx, 'never'));
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(done).not.toContain('never');
    });

    it('runs onCommit callbacks after the commit, and none after a rollback', async () => {
      const told: string[] = [];
      await transaction(db, async (trx) => onCommit(trx, () => told.push('committed')));
      await transaction(db, async (trx) => {
        onCommit(trx, () => told.push('rolled back'));
        throw new Error('no');
      }).catch(() => {});
      expect(told).toEqual(['committed']);
    });

    it('loses no update of many concurrent transactions', async () => {
      await db
        .insertInto('job_leases')
        .values({ ...lease('counter'), owner: '0' })
        .execute();
      const increment = () =>
        transaction(db, async (trx) => {
          const row = await trx
            .selectFrom('job_leases')
            .select('owner')
            .where('name', '=', 'counter')
            .forUpdate()
            .executeTakeFirstOrThrow();
          await trx
            .updateTable('job_leases')
            .set({ owner: String(Number(row.owner) + 1) })
            .execute();
        });
      await Promise.all(Array.from({ length: 40 }, increment));
      const { owner } = await db.selectFrom('job_leases').select('owner').executeTakeFirstOrThrow();
      expect(owner).toBe('40');
    });

    it('recognises a unique violation of a constraint or an index', async () => {
      await sql`create unique index job_leases_owner_unique on job_leases (owner)`.execute(db);
      await db
        .insertInto('job_leases')
        .values({ ...lease('a'), owner: 'x' })
        .execute();
      const insert = db
        .insertInto('job_leases')
        .values({ ...lease('b'), owner: 'x' })
        .execute();
      const error = await insert.catch((caught: unknown) => caught);
      expect(isUniqueViolation(error)).toBe(true);
      expect(isUniqueViolation(error, 'job_leases', ['owner'])).toBe(true);
      expect(isUniqueViolation(error, 'job_leases', ['name'])).toBe(false);
      expect(isUniqueViolation(new Error('UNIQUE constraint failed'))).toBe(false);
    });

    it('recognises a foreign key violation', async () => {
      await sql`create table child (parent text not null references job_leases (name))`.execute(db);
      const error = await sql`insert into child (parent) values ('nobody')`
        .execute(db)
        .catch((caught: unknown) => caught);
      expect([isForeignKeyViolation(error), isUniqueViolation(error)]).toEqual([true, false]);
    });

    it('reads integers as numbers and refuses one that would lose digits', async () => {
      const read = async (text: string) =>
        (await sql<{ n: number }>`select ${sql.raw(text)} as n`.execute(db)).rows[0]?.n;
      expect(await read('cast(9007199254740991 as bigint)')).toBe(9007199254740991);
      if (engine === 'postgres')
        await expect(read('cast(9007199254740993 as bigint)')).rejects.toThrow(RangeError);
    });

    it('sorts texts by code point', async () => {
      for (const name of ['b', 'a', 'B', 'Z', '_', 'ä'])
        await db.insertInto('job_leases').values(lease(name)).execute();
      expect(await names()).toEqual(['B', 'Z', '_', 'a', 'b', 'ä']);
    });

    it("answers 400 for text that the engine can't store", async () => {
      const write = db
        .insertInto('job_leases')
        .values(lease(`a\0b${newId()}`))
        .execute();
      const error = await write.then(
        () => undefined,
        (caught: unknown) => caught,
      );
      expect(error === undefined ? undefined : storageFault(error)?.code).toBe(
        engine === 'postgres' ? 'validation_failed' : undefined,
      );
    });
  });
});
