import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import { createTestDatabase, describeEachEngine } from '../../../test/harness/database.ts';
import { explainQueries } from '../../../test/harness/queries/query-plans.ts';
import { up as foldStoredTexts } from '../../migrations/0260-search-folding.ts';
import type { MigrationContext } from '../../platform/db/columns.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { countSearch, searchText } from './search.repository.ts';

const NOW = '2026-01-01T00:00:00.000Z';

function enquiry(name: string, status: 'new' | 'read' | 'archived' = 'new') {
  const blank = {
    email: '',
    phone: '',
    subject: '',
    message: '',
    source: '',
    ip: '',
    user_agent: '',
    referer: '',
  };
  const times = { created_at: NOW, updated_at: NOW };
  return { id: newId(), name, status, search_text: searchText(name), ...blank, ...times };
}

async function store(db: Db, enquiries: ReturnType<typeof enquiry>[]): Promise<void> {
  for (let i = 0; i < enquiries.length; i += 100) {
    await db
      .insertInto('enquiries')
      .values(enquiries.slice(i, i + 100))
      .execute();
  }
}

/** The names that a search finds, and the total that it reports. */
async function find(db: Db, asked: string, status?: string) {
  const search = await countSearch(db, { list: 'enquiries', asked, status });
  let query = db.selectFrom('enquiries').select('name').where(search.finds).orderBy('id');
  if (status) query = query.where('status', '=', status as 'new');
  const names = (await query.execute()).map((row) => row.name);
  return { total: search.total, names };
}

describeEachEngine((engine) => {
  describe('a list search', () => {
    it('finds parts of words, ignores case and accents, and takes every character literally', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const names = [
        'Éclair GmbH',
        '100% sure',
        '100 sure',
        'a_b c',
        'axb c',
        'back\\slash',
        'say "hello" now',
      ];
      await store(
        db,
        [...names, "it's here", '田中商店', 'NOT AND OR'].map((name) => enquiry(name)),
      );
      const found = async (asked: string) => (await find(db, asked)).names;
      expect(await found('ECLAIR')).toEqual(['Éclair GmbH']);
      expect(await found('lair g')).toEqual(['Éclair GmbH']);
      expect(await found('100%')).toEqual(['100% sure']);
      expect(await found('a_b')).toEqual(['a_b c']);
      expect(await found('k\\s')).toEqual(['back\\slash']);
      expect(await found('k\\\\s')).toEqual([]);
      expect(await found('"hello"')).toEqual(['say "hello" now']);
      expect(await found("it's")).toEqual(["it's here"]);
      expect(await found('中商店')).toEqual(['田中商店']);
      expect(await found('not and')).toEqual(['NOT AND OR']);
      expect(await found('text : sure')).toEqual([]);
    });

    it.each([
      ['Straße der Größe', 'strasse der grosse'],
      ['Łódź', 'lodz'],
      ['Smørrebrød', 'smorrebrod'],
      ['Æther & Œuvre', 'aether & oeuvre'],
      ['O’Brien', "o'brien"],
      ["O'Brien", 'O’BRIEN'],
      ['O´Brien', 'o`brien'],
      ['Müller-Lüdenscheidt', 'muller ludenscheidt'],
      ['Müller Lüdenscheidt', 'müller‑lüdenscheidt'],
      ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
      ['İstanbul', 'istanbul'],
    ])('finds %s by %s', async (name, asked) => {
      await using database = await createTestDatabase(engine);
      await store(database.db, [enquiry(name), enquiry('Somebody else')]);
      expect((await find(database.db, asked)).names).toEqual([name]);
    });

    it('finds what was stored before letters were folded, after the migration', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const stored = { ...enquiry('Straße 5, Müller-Łuk'), search_text: 'straße 5, muller-łuk' };
      await store(db, [stored, enquiry('Somebody else')]);
      expect((await find(db, 'strasse')).names).toEqual([]);
      await foldStoredTexts({ db } as MigrationContext);
      expect((await find(db, 'strasse 5, müller luk')).names).toEqual([stored.name]);
      const row = db.selectFrom('enquiries').select('search_text').where('id', '=', stored.id);
      expect(await row.executeTakeFirst()).toEqual({ search_text: searchText(stored.name) });
    });

    it('finds names by their first letters when given one or two', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      await store(
        db,
        ['Ada', 'Aduro', 'Bada', '田中商店', '%a', 'ＡＤ'].map((name) => enquiry(name)),
      );
      expect(await find(db, 'ad')).toEqual({ total: 3, names: ['Ada', 'Aduro', 'ＡＤ'] });
      expect(await find(db, 'É')).toEqual({ total: 0, names: [] });
      expect(await find(db, '田')).toEqual({ total: 1, names: ['田中商店'] });
      expect(await find(db, '%')).toEqual({ total: 1, names: ['%a'] });
    });

    it('reflects changes, deletions and the status', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const [ada, ben] = [enquiry('Ada Lane'), enquiry('Ben Lane', 'read')];
      await store(db, [ada, ben]);
      expect((await find(db, 'lane')).total).toBe(2);
      expect(await find(db, 'lane', 'new')).toEqual({ total: 1, names: ['Ada Lane'] });
      await db.updateTable('enquiries').set({ status: 'archived' }).where('id', '=', ada.id).execute();
      expect(await find(db, 'lane', 'new')).toEqual({ total: 0, names: [] });
      expect(await find(db, 'lane', 'archived')).toEqual({ total: 1, names: ['Ada Lane'] });
      const renamed = { name: 'Ben Street', search_text: 'ben street' };
      await db.updateTable('enquiries').set(renamed).where('id', '=', ben.id).execute();
      expect(await find(db, 'lane')).toEqual({ total: 1, names: ['Ada Lane'] });
      expect(await find(db, 'street', 'read')).toEqual({ total: 1, names: ['Ben Street'] });
      await db.deleteFrom('enquiries').where('id', '=', ada.id).execute();
      expect(await find(db, 'lane')).toEqual({ total: 0, names: [] });
    });

    it('counts up to its cap and finds every row beyond it', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      await store(
        db,
        [...Array(1_010).keys()].map((i) => enquiry(`Common ${i}`, i % 2 ? 'new' : 'read')),
      );
      await store(db, [enquiry('Uncommon')]);
      const common = await find(db, 'common');
      expect([common.total, common.names.length]).toEqual([1_000, 1_011]);
      const ofStatus = await find(db, 'common', 'new');
      expect([ofStatus.total, ofStatus.names.length]).toEqual([506, 506]);
      const short = await find(db, 'co');
      expect([short.total, short.names.length]).toEqual([1_000, 1_010]);
    });

    it('finds the same rows as a plain text search, for random stored and searched text', async () => {
      await using database = await createTestDatabase(engine);
      const { db } = database;
      const letter = fc.constantFrom('a', 'B', 'é', '%', '_', '\\', ' ', "'", '"', '*', 'ß', '-', '田');
      const stored = fc.sample(fc.string({ unit: letter, maxLength: 12 }), 150);
      await store(
        db,
        stored.map((name) => enquiry(name)),
      );
      const asked = fc.string({ unit: letter, minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(asked, async (text) => {
          const folded = searchText(text);
          const hits = stored.filter((name) =>
            [...folded].length < 3 ? searchText(name).startsWith(folded) : searchText(name).includes(folded),
          );
          expect((await find(db, text)).names.toSorted()).toEqual(hits.toSorted());
        }),
        { numRuns: 200 },
      );
    });
  });
});

describeEachEngine((engine) => {
  it('a count of two-letter prefixes reads an index in a long list, with and without a status', async () => {
    await using database = await createTestDatabase(engine);
    const { db } = database;
    // Wide rows, of which every ninth matches: a scan of the list would soon have enough of them.
    const begin = sql`case when n % 9 = 0 then 'ada' else 'bram' end`;
    const numbers =
      engine === 'postgres'
        ? sql`select generate_series(1, 20000) as n`
        : sql`with recursive up(n) as (select 1 union all select n + 1 from up where n < 20000) select n from up`;
    await sql`insert into enquiries
      (id, name, email, phone, message, source, status, ip, user_agent, referer, search_text, created_at, updated_at)
      select 'id' || n, ${begin}, '', '', ${'x'.repeat(1_000)}, '', case when n % 900 = 0 then 'new' else 'archived' end,
        '', '', '', ${begin}, ${NOW}, ${NOW} from (${numbers}) as numbers`.execute(db);
    await sql`analyze`.execute(db);
    const planOf = async (status: string | undefined) => {
      const plans = await explainQueries(db, (noted) =>
        countSearch(noted, { list: 'enquiries', asked: 'ad', status }),
      );
      return plans.flatMap(({ steps }) => steps).join('\n');
    };
    expect(await planOf(undefined)).toMatch(/enquiries_search_head_index/);
    // Nearly all are of this status: either index is as good.
    expect(await planOf('archived')).toMatch(/enquiries_(search|status)_head_index/);
    expect(await planOf('new')).toMatch(/enquiries_status_head_index/);
    const looksThrough = /Seq Scan|SCAN enquiries( |$)/m;
    for (const status of [undefined, 'archived', 'new'])
      expect(await planOf(status)).not.toMatch(looksThrough);
    const count = async (status?: string) =>
      (await countSearch(db, { list: 'enquiries', asked: 'ad', status })).total;
    expect([await count(), await count('archived'), await count('new')]).toEqual([1_000, 1_000, 22]);
  });
});

describe('a list search on SQLite', () => {
  it.each([
    ['acme', 'enquiries'],
    ['ac', 'enquiries'],
    ['acme', 'projects'],
    ['acme', 'accounts'],
  ] as const)('reads an index instead of the table for "%s" in %s', async (asked, list) => {
    await using database = await createTestDatabase('sqlite');
    const { db } = database;
    const { finds } = await countSearch(db, { list, asked });
    const plans = await explainQueries(db, (noted) =>
      noted.selectFrom(list).select('id').where(finds).orderBy('id', 'desc').limit(20).execute(),
    );
    const steps = plans.flatMap((plan) => plan.steps).join('\n');
    expect(steps).toMatch(new RegExp(`SEARCH ${list} USING`));
    expect(steps).not.toMatch(new RegExp(`SCAN ${list}( |$)`, 'm'));
  });
});

test.each([
  [['Éclair & Söhne'], 'eclair & sohne'],
  [['  Two\n lines '], 'two lines'],
  [['ADA', 'ada@example.com'], 'ada ada@example.com'],
  [['ＦＵＬＬ ﬁ'], 'full fi'],
  [[''], ''],
])('searchText folds %j to %j', (parts, folded) => {
  expect(searchText(...parts)).toBe(folded);
});
