import { expect, it } from 'vitest';
import { createTestClock } from '../../../test/harness/clock.ts';
import { createTestDatabase, describeEachEngine } from '../../../test/harness/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { addToMetrics, readMetrics } from '../metrics/monthly-metrics.repository.ts';
import { adjustListCounts, readListCount } from './list-counts.repository.ts';

describeEachEngine((engine) => {
  it('adds up, one count or several, from nothing', async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    expect(await readListCount(db, ['enquiries.new'])).toBe(0);
    await transaction(db, async (trx) => adjustListCounts(trx, { 'enquiries.new': 3, 'enquiries.read': 1 }));
    await transaction(db, async (trx) => adjustListCounts(trx, { 'enquiries.new': -1, 'enquiries.read': 0 }));
    expect(await readListCount(db, ['enquiries.new'])).toBe(2);
    expect(await readListCount(db, ['enquiries.new', 'enquiries.read', 'enquiries.archived'])).toBe(3);
  });

  it('is undone with its transaction', async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const failing = transaction(db, async (trx) => {
      adjustListCounts(trx, { accounts: 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await readListCount(db, ['accounts'])).toBe(0);
  });

  it('loses nothing when many change the same counts and metrics in any order at once', async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const clock = createTestClock('2026-05-04T10:00:00Z');
    const moves = Array.from({ length: 40 }, (_, i) =>
      transaction(db, async (trx) => {
        const steps = [
          () => adjustListCounts(trx, { 'enquiries.new': i % 2 ? 2 : -1 }),
          () => adjustListCounts(trx, { 'enquiries.read': i % 2 ? -1 : 2 }),
          () => addToMetrics(trx, clock, { enquiries: 1 }),
        ];
        for (const step of i % 3 ? steps : steps.reverse()) {
          step();
          // Others come between: the moves have a query each before and after every step.
          await trx.selectFrom('list_counts').select('name').execute();
        }
      }),
    );
    await Promise.all(moves);
    expect(await readListCount(db, ['enquiries.new'])).toBe(20);
    expect(await readListCount(db, ['enquiries.read'])).toBe(20);
    expect(await readMetrics(db, clock, 1)).toMatchObject([{ month: '2026-05', enquiries: 40 }]);
  });
});
