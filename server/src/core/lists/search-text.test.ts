import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import { createTestDatabase, describeEachEngine } from '../../../test/database.ts';
import { containsSearch, searchText } from './search-text.ts';

test.each([
  [['Éclair & Söhne'], 'eclair & sohne'],
  [['  Two\n lines '], 'two lines'],
  [['ADA', 'ada@example.com'], 'ada ada@example.com'],
  [['ＦＵＬＬ ﬁ'], 'full fi'],
  [[''], ''],
])('%j is searched as %j', (parts, folded) => {
  expect(searchText(...parts)).toBe(folded);
});

describeEachEngine((engine) => {
  describe('a search', () => {
    const asks = async (
      stored: string,
      asked: string,
      db: Awaited<ReturnType<typeof createTestDatabase>>['db'],
    ) => {
      const column = sql<string>`cast(${searchText(stored)} as text)`;
      const { rows } = await sql<{ hit: unknown }>`select (${containsSearch(column, asked)}) as hit`.execute(
        db,
      );
      return Boolean(rows[0]?.hit);
    };

    it('finds by part, without case and accents, and takes % _ and \\ for themselves', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      expect(await asks('Éclair GmbH', 'eclair', db)).toBe(true);
      expect(await asks('eclair', 'ÉCLAIR', db)).toBe(true);
      expect(await asks('100% sure', '100%', db)).toBe(true);
      expect(await asks('100 sure', '100%', db)).toBe(false);
      expect(await asks('a_b', 'a_b', db)).toBe(true);
      expect(await asks('axb', 'a_b', db)).toBe(false);
      expect(await asks('back\\slash', 'k\\s', db)).toBe(true);
      expect(await asks('back\\slash', 'k\\\\s', db)).toBe(false);
      expect(await asks("it's", "'", db)).toBe(true);
    });

    it('answers as text does, whatever is stored and asked', async () => {
      await using database = await createTestDatabase(engine);
      const text = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '%', '_', '\\', ' ', "'", '[', 'ß') });
      await fc.assert(
        fc.asyncProperty(text, text, async (stored, asked) => {
          expect(await asks(stored, asked, database.db)).toBe(searchText(stored).includes(searchText(asked)));
        }),
        { numRuns: 150 },
      );
    });
  });
});
