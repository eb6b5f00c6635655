import { parseArgs } from 'node:util';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import type { Engine } from '../server/src/platform/db/database.ts';
import type { DatabaseLocation } from '../server/src/platform/db/open.ts';
import { measure, onEachEngine, openInProcess, type Pair } from './harness/in-process.ts';
import { fillMoney } from './harness/money-rows.ts';
import { type Comparison, printComparisons } from './harness/ratios.ts';

/*
 * What the figures of the page Money cost beside the same sums by the bare driver, and how much longer the list of invoices and
 * the overview take than with next to no invoices. Run by:
 * npm run bench -- money [--invoices 100000] [--samples 200] [--engine sqlite] [--json file]
 *
 * The two sides are asked in turn; figures are milliseconds of the processor's time here and in the database.
 */

const { values } = parseArgs({
  options: {
    invoices: { type: 'string', default: '100000' },
    samples: { type: 'string', default: '200' },
    engine: { type: 'string' },
    json: { type: 'string' },
  },
});
const INVOICES = Number(values.invoices);
const SAMPLES = Number(values.samples);
/** As many as fill the first page of each list: one of a hundred is open, and one a draft. */
const FEW = 10_000;
const MOST_TIMES = 2;

const today = new Date();
const day = today.toISOString().slice(0, 10);
const since = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11, 1))
  .toISOString()
  .slice(0, 10);

/** The sums of the page, as short as they can be said; each with its only parameter. */
const SUMS: readonly (readonly [string, string?])[] = [
  ['select substr(due_on, 1, 7), sum(open), count(*) from invoices where open > 0 group by 1'],
  ['select sum(open), count(*) from invoices where open > 0 and due_on < $1', day],
  [`select sum(total), count(*) from invoices where status = 'draft'`],
  [
    `select substr(due_date, 1, 7), sum(amount) from planned_payments
      join projects on projects.id = project_id where invoice_id is null and projects.status = 'submitted' group by 1`,
  ],
  [
    'select substr(moved_on, 1, 7), sum(amount), sum(fee) from payments where moved_on >= $1 group by 1',
    since,
  ],
  ['select sum(days_to_pay), count(days_to_pay) from invoices where paid_on >= $1', since],
  [
    `select client, max(project_id), sum(total - credited), sum(paid), sum(open), count(*) from invoices
      where issued_on >= $1 group by client order by 3 desc limit 20`,
    since,
  ],
  ['select year from invoice_numbers'],
];

/** The sums by the driver alone, prepared once. */
async function openSums(location: DatabaseLocation) {
  if (location.engine === 'sqlite') {
    const db = new SqliteDatabase(location.file, { readonly: true });
    const prepared = SUMS.map(([text, value]) => {
      const statement = db.prepare(text.replace('$1', '?'));
      return () => statement.all(...(value === undefined ? [] : [value]));
    });
    return {
      backend: undefined,
      sum: async () => {
        for (const run of prepared) run();
      },
      close: async () => void db.close(),
    };
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    backend: rows[0]?.pid,
    async sum() {
      for (const [index, [text, value]] of SUMS.entries()) {
        await client.query({ name: `sum-${index}`, text, values: value === undefined ? [] : [value] });
      }
    },
    close: () => client.end(),
  };
}

const LISTS = [
  '/admin/invoices?state=all',
  '/admin/invoices?state=open',
  '/admin/invoices?state=overdue',
  '/admin/invoices?state=draft',
  '/admin/invoices?state=paid',
  '/admin/overview',
];

async function open(location: DatabaseLocation, invoices: number) {
  const app = await openInProcess(location, async (db, engine) => {
    await fillMoney(db, engine, invoices);
    return `${invoices} invoices`;
  });
  const sums = await openSums(app.location);
  const timeOf = await app.watch(sums.backend);
  return {
    timeCall: (path: string) => timeOf(() => app.call(path)),
    timeSums: () => timeOf(() => sums.sum()),
    async close() {
      await sums.close();
      await app.close();
    },
  };
}

async function measureEngine(
  engine: Engine,
  locate: (name: string) => Promise<DatabaseLocation>,
): Promise<Comparison[]> {
  console.log(`\n${engine}`);
  const large = await open(await locate('large'), INVOICES);
  const found: Comparison[] = [];
  const rounds = { samples: SAMPLES, goal: MOST_TIMES };
  const askMoney = async (): Promise<Pair> => {
    const bare = await large.timeSums();
    return [await large.timeCall('/admin/money'), bare];
  };
  found.push(...(await measure({ name: `${engine} /admin/money beside its sums`, ...rounds }, askMoney)));
  // Only now: its connection would be closed if it were idle meanwhile.
  const small = await open(await locate('small'), FEW);
  for (const path of LISTS) {
    const ask = async (): Promise<Pair> => {
      const near = await small.timeCall(path);
      return [await large.timeCall(path), near];
    };
    found.push(...(await measure({ name: `${engine} ${path}`, ...rounds }, ask)));
  }
  await small.close();
  await large.close();
  return found;
}

const comparisons = await onEachEngine(values.engine, measureEngine);
printComparisons('money', comparisons, values.json);
