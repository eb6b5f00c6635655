import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../src/platform/db/database.ts';
import { createTestDatabase } from './harness/database.ts';
import { chosenEngines } from './harness/engines.ts';
import { describeQueries, type Plans } from './harness/queries/document.ts';
import { type ExplainedQuery, explainQueries, recordQueries } from './harness/queries/explain.ts';
import { ALLOWED, findScans, type Scan } from './harness/queries/scans.ts';
import { analyze, seed } from './harness/queries/seed.ts';
import { queryCalls } from './samples/all-samples.ts';

const engines = chosenEngines(process.env.ENGINES);
const SOURCES = join(import.meta.dirname, '../src');

/** An engine's version, queries and plans. */
interface Explained {
  version: string;
  places: ReadonlySet<string>;
  /** The plans for the rows alone, and with statistics about them. */
  plain: readonly ExplainedQuery[];
  analyzed: readonly ExplainedQuery[];
}

async function explainOn(engine: Engine): Promise<Explained> {
  await using database = await createTestDatabase(engine);
  const { db } = database;
  await seed(db, engine);
  const recorded = await recordQueries(db, engine, queryCalls);
  const plain = engine === 'sqlite' ? await explainQueries(db, engine, recorded) : [];
  await analyze(db, engine);
  const analyzed = await explainQueries(db, engine, recorded);
  return { version: await readVersion(engine, db), places: recorded.places, plain, analyzed };
}

async function readVersion(engine: Engine, db: Parameters<typeof seed>[0]): Promise<string> {
  const query =
    engine === 'postgres'
      ? sql<{ version: string }>`select 'PostgreSQL ' || split_part(version(), ' ', 2) as version`
      : sql<{ version: string }>`select 'SQLite ' || sqlite_version() as version`;
  return (await query.execute(db)).rows[0]?.version ?? '';
}

describe('the queries of every repository', () => {
  const explained = new Map<Engine, Explained>();
  beforeAll(async () => {
    for (const engine of engines) explained.set(engine, await explainOn(engine));
  });
  const allScans = (): Scan[] =>
    [...explained].flatMap(([engine, { plain, analyzed }]) => [
      ...plain.flatMap((query) => findScans(engine, query)),
      // With statistics SQLite may sort the few rows that an index leaves.
      ...analyzed.flatMap((query) => findScans(engine, query)).filter(({ name }) => !name.endsWith(' sort')),
    ]);

  it('are all run by a sample', () => {
    const files = globSync('**/*.repository.ts', { cwd: SOURCES });
    const places = files.flatMap((file) =>
      readFileSync(join(SOURCES, file), 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          /\.execute(?:TakeFirst(?:OrThrow)?)?\(/.test(line) ? [`${basename(file)}:${at + 1}`] : [],
        ),
    );
    expect(places.length).toBeGreaterThan(100);
    const run = new Set([...explained.values()].flatMap((each) => [...each.places]));
    // Some are for PostgreSQL only.
    if (engines.includes('postgres')) expect(places.filter((place) => !run.has(place))).toEqual([]);
  });

  it('scan no growing table, and sort no more rows than they return', () => {
    expect(allScans().filter(({ name }) => !(name in ALLOWED))).toEqual([]);
  });

  it('need every allowed exception', () => {
    const found = new Set(allScans().map(({ name }) => name));
    const missing = Object.keys(ALLOWED).filter((name) => !found.has(name));
    // Some belong to one engine only.
    if (engines.length > 1) expect(missing).toEqual([]);
  });

  it('are in docs/queries.md with their plans', async () => {
    const [sqlite, postgres] = [explained.get('sqlite'), explained.get('postgres')];
    // The page has both engines' plans.
    if (!sqlite || !postgres) return;
    const plans: Plans = [
      ['SQLite', sqlite.plain],
      ['SQLite with statistics', sqlite.analyzed],
      ['PostgreSQL', postgres.analyzed],
    ];
    const page = describeQueries([sqlite.version, postgres.version], plans);
    await expect(page).toMatchFileSnapshot('../../docs/queries.md');
  });
});
