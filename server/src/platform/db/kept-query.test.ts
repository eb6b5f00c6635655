import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, describeEachEngine, type TestDatabase } from '../../../test/harness/database.ts';
import type { Db } from './database.ts';
import { keepInsert, keepQuery, keepWrite, type Places, type Slots } from './kept-query.ts';
import { transaction } from './transaction.ts';

const insertLease = keepInsert((db, row: Places<{ name: string; next_at: string; owner?: string }>) =>
  db.insertInto('job_leases').values(row),
);
const deleteLeases = keepWrite((db, value: Slots<{ until: string }>) =>
  db.deleteFrom('job_leases').where('next_at', '<=', value('until')),
);
const builtOn: Db[] = [];
const listLeases = keepQuery((db, value: Slots<{ after: string; limit: number }>) => {
  builtOn.push(db);
  return db
    .selectFrom('job_leases')
    .select('name')
    .where('name', '!=', 'left out')
    .where('next_at', '>', value('after'))
    .orderBy('name')
    .limit(value('limit'));
});

const EARLY = '2026-01-01T00:00:00.000Z';
const LATE = '2026-01-02T00:00:00.000Z';

describe('a kept query', () => {
  describeEachEngine((engine) => {
    let database: TestDatabase;
    let db: Db;
    beforeEach(async () => {
      database = await createTestDatabase(engine);
      db = database.db;
      await insertLease.execute(db, { name: 'a', next_at: EARLY });
      await insertLease.execute(db, { name: 'b', next_at: LATE });
      await insertLease.execute(db, { name: 'c', next_at: LATE });
      await insertLease.execute(db, { name: 'left out', next_at: LATE });
      return database.remove;
    });
    const listNames = async (at: Db, after: string, limit = 10) =>
      (await listLeases.execute(at, { after, limit })).map(({ name }) => name);

    it('takes the values of each run and is built once', async () => {
      await listNames(db, '');
      builtOn.length = 0;
      expect(await listNames(db, '')).toEqual(['a', 'b', 'c']);
      expect(await listNames(db, EARLY)).toEqual(['b', 'c']);
      expect(await listNames(db, '', 1)).toEqual(['a']);
      expect(builtOn).toEqual([]);
    });

    it('gives the first row, or undefined if there is none', async () => {
      expect(await listLeases.executeTakeFirst(db, { after: EARLY, limit: 2 })).toEqual({ name: 'b' });
      expect(await listLeases.executeTakeFirst(db, { after: LATE, limit: 2 })).toBeUndefined();
    });

    it('counts the rows that it writes', async () => {
      expect(await insertLease.execute(db, { name: 'd', next_at: LATE })).toBe(1);
      expect(await deleteLeases.execute(db, { until: '' })).toBe(0);
      expect(await deleteLeases.execute(db, { until: LATE })).toBe(5);
    });

    it('inserts all columns of each row, in any order', async () => {
      await insertLease.execute(db, { owner: 'worker', next_at: LATE, name: 'd' });
      const rows = await db.selectFrom('job_leases').select(['name', 'owner']).orderBy('name').execute();
      expect(rows).toEqual([
        ...['a', 'b', 'c'].map((name) => ({ name, owner: null })),
        { name: 'd', owner: 'worker' },
        { name: 'left out', owner: null },
      ]);
    });

    it('belongs to the transaction that it is run in', async () => {
      const failed = transaction(db, async (trx) => {
        await deleteLeases.execute(trx, { until: EARLY });
        expect(await listNames(trx, '')).toEqual(['b', 'c']);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await listNames(db, '')).toEqual(['a', 'b', 'c']);
    });

    it('throws when it is run outside the transaction that is open', async () => {
      const outer = transaction(db, () => listNames(db, ''));
      await expect(outer).rejects.toThrow('use the transaction that was handed in');
    });

    it('is built with its values for a database that has a plugin', async () => {
      await listNames(db, '');
      builtOn.length = 0;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => ({ ...result, rows: result.rows.slice(1) }),
      };
      const plugged = db.withPlugin(plugin);
      expect(await listNames(plugged, '', 2)).toEqual(['b']);
      expect(builtOn).toEqual([plugged]);
    });
  });
});
