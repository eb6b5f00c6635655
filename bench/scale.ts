import { parseArgs } from 'node:util';
import type { Engine } from '../server/src/platform/db/database.ts';
import type { DatabaseLocation } from '../server/src/platform/db/open.ts';
import { type BenchSearch, openBareSearches, searchAsProduct } from './harness/bare-search.ts';
import { CLIENT_NUMBER, measure, onEachEngine, openInProcess, type Pair } from './harness/in-process.ts';
import { type Comparison, printComparisons } from './harness/ratios.ts';
import { COMMON_WORD, fillScale, RARE_WORD, rowId, type Scale } from './harness/scale-rows.ts';

/*
 * How much longer lists and searches take on a large database than on one with next to nothing in it, and how much longer the
 * queries of a search take than the bare driver with the same index. Run by:
 * npm run bench -- scale [--rows 1000000] [--samples 300] [--engine sqlite] [--json file]
 *
 * `rows` is the number of enquiries and of messages; projects are a tenth of it. The two sides are asked in turn, so that
 * whatever slows the machine slows both. Figures are milliseconds of the processor's time that the call costs here and in
 * the database, which other work on the machine does not change.
 */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    samples: { type: 'string', default: '300' },
    engine: { type: 'string' },
    json: { type: 'string' },
  },
});
const ROWS = Number(values.rows);
const SAMPLES = Number(values.samples);
/** As many as fill the page of every search that fills one of the large database. */
const SMALL: Scale = { projects: 200, enquiries: 200, messages: 100 };
const LARGE: Scale = { projects: ROWS / 10, enquiries: ROWS, messages: ROWS };

/** How often at most a list or a search may cost what its yardstick costs. */
const MOST_TIMES = 2;

const WORDS: Record<string, string> = {
  'rare word': RARE_WORD,
  'common word': COMMON_WORD,
  'two letters': 'ad',
  'no hit': 'qqqqqq',
};
const PATHS = { projects: '/admin/projects', enquiries: '/contact/contacts', accounts: '/admin/users' };
/** A search of one of those lists. */
type ListSearch = BenchSearch & { list: keyof typeof PATHS };
const searchesOf = (list: keyof typeof PATHS, rareStatus?: string): (readonly [string, ListSearch])[] => [
  ...Object.entries(WORDS).map(([name, asked]) => [name, { list, asked }] as const),
  ...(rareStatus
    ? [
        ['common word, rare status', { list, asked: COMMON_WORD, status: rareStatus }] as const,
        ['two letters, rare status', { list, asked: 'ad', status: rareStatus }] as const,
      ]
    : []),
];
const searches = [
  ...searchesOf('projects', 'archived'),
  ...searchesOf('enquiries', 'new'),
  ...searchesOf('accounts'),
];

/** A call by one user, and another path for the near-empty database if its page isn't there. */
interface Call {
  name: string;
  path: string;
  who?: 'client';
  smallPath?: string;
}
const portal = `/portal/${rowId('b', CLIENT_NUMBER)}`;
const calls: readonly Call[] = [
  ...Object.values(PATHS).map((path) => ({ name: path, path: `${path}?limit=20` })),
  { name: '/admin/projects submitted', path: '/admin/projects?limit=20&status=submitted' },
  ...[PATHS.projects, PATHS.enquiries].map((path) => ({
    name: `${path} page 50`,
    path: `${path}?limit=20&page=50`,
    smallPath: `${path}?limit=20`,
  })),
  ...searches.map(([name, { list, asked, status }]) => ({
    name: `${PATHS[list]} ${name}`,
    path: `${PATHS[list]}?limit=20&q=${asked}${status ? `&status=${status}` : ''}`,
  })),
  { name: '/onboarding/list', path: '/onboarding/list', who: 'client' },
  { name: '/messages newest', path: `${portal}/messages`, who: 'client' },
  { name: '/messages before', path: `${portal}/messages?before=${rowId('d', 2)}`, who: 'client' },
  { name: '/activity', path: `${portal}/activity`, who: 'client' },
  { name: '/admin/overview', path: '/admin/overview' },
  { name: '/admin/audit', path: '/admin/audit' },
];

async function open(location: DatabaseLocation, scale: Scale) {
  const app = await openInProcess(location, async (db, engine) => {
    await fillScale(db, engine, scale);
    return `${scale.enquiries} enquiries, ${scale.projects} projects, ${scale.messages} messages`;
  });
  const bare = await openBareSearches(app.location);
  const timeOf = await app.watch(bare.backend);
  return {
    timeCall: (path: string, who?: 'client') => timeOf(() => app.call(path, who)),
    timeSearch: (search: BenchSearch) => timeOf(() => searchAsProduct(app.db, search)),
    timeBareSearch: (search: BenchSearch) => timeOf(() => bare.search(search)),
    async close() {
      await bare.close();
      await app.close();
    },
  };
}

async function measureEngine(
  engine: Engine,
  locate: (name: string) => Promise<DatabaseLocation>,
): Promise<Comparison[]> {
  console.log(`\n${engine}`);
  // The large one first: an idle connection would be closed before it is filled.
  const large = await open(await locate('large'), LARGE);
  const small = await open(await locate('small'), SMALL);
  const found: Comparison[] = [];
  for (const { name, path, who, smallPath = path } of calls) {
    const ask = async (): Promise<Pair> => {
      const near = await small.timeCall(smallPath, who);
      return [await large.timeCall(path, who), near];
    };
    found.push(...(await measure({ name: `${engine} ${name}`, samples: SAMPLES, goal: MOST_TIMES }, ask)));
  }
  for (const [name, search] of searches) {
    const ask = async (): Promise<Pair> => {
      const bare = await large.timeBareSearch(search);
      return [await large.timeSearch(search), bare];
    };
    found.push(
      ...(await measure(
        { name: `${engine} queries of ${search.list}, ${name}`, samples: SAMPLES, goal: MOST_TIMES },
        ask,
      )),
    );
  }
  await small.close();
  await large.close();
  return found;
}

const comparisons = await onEachEngine(values.engine, measureEngine);
printComparisons('scale', comparisons, values.json);
