import { expect, it } from 'vitest';
import { createTestDatabase, describeEachEngine } from '../../../test/database.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { adjustListCounts, readListCount } from './list-counts.ts';

describeEachEngine((engine) => {
  it('adds up, one count or several, from nothing', async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    expect(await readListCount(db, ['enquiries.new'])).toBe(0);
    await transaction(db, (trx) => adjustListCounts(trx, { 'enquiries.new': 3, 'enquiries.read': 1 }));
    await transaction(db, (trx) => adjustListCounts(trx, { 'enquiries.new': -1, 'enquiries.read': 0 }));
    expect(await readListCount(db, ['enquiries.new'])).toBe(2);
    expect(await readListCount(db, ['enquiries.new', 'enquiries.read', 'enquiries.archived'])).toBe(3);
  });

  it('is undone with its transaction', async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const failing = transaction(db, async (trx) => {
      await adjustListCounts(trx, { accounts: 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await readListCount(db, ['accounts'])).toBe(0);
  });

  it('loses nothing when many change the same counts in either order at once', async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    const moves = Array.from({ length: 40 }, (_, i) =>
      transaction(db, (trx) =>
        adjustListCounts(
          trx,
          i % 2 ? { 'enquiries.new': 2, 'enquiries.read': -1 } : { 'enquiries.read': 2, 'enquiries.new': -1 },
        ),
      ),
    );
    await Promise.all(moves);
    expect(await readListCount(db, ['enquiries.new'])).toBe(20);
    expect(await readListCount(db, ['enquiries.read'])).toBe(20);
  });
});
