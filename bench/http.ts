import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { api } from '@atelier/domain/api.ts';
import { callAs, submitProject } from '../e2e/harness/seed.ts';
import type { BareCall } from './harness/bare.ts';
import { type LoadResult, requestBytes, runLoad } from './harness/load.ts';
import {
  leaveFirstProcessor,
  type Measured,
  residentBytes,
  signUp,
  startBare,
  startMeasured,
} from './harness/measured-product.ts';
import { type Comparison, compare, printComparisons } from './harness/ratios.ts';

/*
 * How many calls the product answers beside a bare `node:http` server that sends the same bytes, runs the same statement or makes
 * the same fsync. Run by: npm run build && npm run bench -- http [--rounds 10] [--seconds 1] [--only home] [--json file]
 *
 * Both servers have the first processor for themselves, one after the other: each round asks one and then the other, so that
 * whatever slows the machine slows both. The figure is the median of the rounds' ratios.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string' },
    json: { type: 'string' },
  },
});
const MILLISECONDS = Number(values.seconds) * 1_000;

interface Row {
  name: string;
  request(n: number): string;
  status: number;
  work: BareCall['work'];
  /** By connections: the least ratio of requests a second. */
  goals: readonly (readonly [connections: number, goal: number])[];
  /** The most times the bare one's 99th percentile, at 32 connections. */
  goalOfP99?: number;
}

leaveFirstProcessor();
const product = await startMeasured();
try {
  const rows = (await prepareRows()).filter(({ name }) => name.includes(values.only ?? ''));
  const bare = await startBare(await Promise.all(rows.map(toBareCall)));
  try {
    const comparisons: Comparison[] = [];
    for (const row of rows) comparisons.push(...(await measure(row, bare)));
    printComparisons('http', comparisons, values.json);
  } finally {
    await bare.stop();
  }
  console.log(
    `Memory of the product after all of it: ${Math.round(residentBytes(product.pid) / 2 ** 20)} MB`,
  );
} finally {
  await product.stop();
}

/** A studio with one project: its plan of milestones published, and a client to ask for it. */
async function prepareRows(): Promise<Row[]> {
  const owner = { access_token: await signUp(product, 'owner@studio.example') };
  await callAs(product, owner, api.getMe);
  const client = { access_token: await signUp(product, 'client@client.example') };
  await callAs(product, client, api.getMe);
  const { id } = await submitProject(product, client);
  await callAs(product, owner, api.publishMilestones, { params: { id } });

  const file = join(product.dataDir, 'atelier.sqlite');
  // Values as the product writes them: `+?` keeps SQLite from planning the statement again for each.
  const read = (sql: string, ...parameters: unknown[]): BareCall['work'] => ({
    kind: 'read',
    file,
    sql,
    parameters,
  });
  const as = (session: { access_token: string }) => ({ authorization: `Bearer ${session.access_token}` });
  const get = (path: string, headers: Record<string, string>) => {
    const bytes = requestBytes('GET', path, headers);
    return () => bytes;
  };
  const reads = (goal: number) => [[1, goal] as const, [32, goal] as const];
  return [
    {
      name: 'home page',
      request: get('/', { accept: 'text/html', 'accept-encoding': 'gzip, br' }),
      status: 200,
      work: { kind: 'none' },
      goals: reads(0.9),
    },
    {
      name: 'milestones',
      request: get(`/api/portal/${id}/milestones`, as(client)),
      status: 200,
      work: read(
        'select * from milestones where project_id = +? and published = 1 order by position, created_at, id',
        id,
      ),
      goals: reads(0.6),
      goalOfP99: 3,
    },
    {
      name: 'own projects',
      request: get('/api/onboarding/list', as(client)),
      status: 200,
      work: read(
        'select * from projects where user_id = (select user_id from projects where id = +?) order by id desc limit 50',
        id,
      ),
      goals: reads(0.5),
    },
    {
      name: 'admin project list',
      request: get('/api/admin/projects?limit=20', as(owner)),
      status: 200,
      work: read('select * from projects order by updated_at desc, id desc limit 20'),
      goals: reads(0.5),
    },
    {
      name: 'message sent',
      request: () =>
        requestBytes(
          'POST',
          `/api/portal/${id}/messages`,
          as(client),
          JSON.stringify({ body: 'Could the shop open a week earlier?', key: randomUUID() }),
        ),
      status: 201,
      work: { kind: 'write', file: join(product.dataDir, 'bare.sqlite') },
      goals: [
        [1, 0.7],
        [32, 3],
      ],
    },
  ];
}

/** The yardstick of a row answers with what the product has just answered. */
async function toBareCall({ request, status, work }: Row): Promise<BareCall> {
  const { sample } = await runLoad({
    origin: product.origin,
    request,
    status,
    connections: 1,
    milliseconds: 1,
  });
  const [, path = ''] = request(0).split(' ');
  return { path, reply: sample.toString('base64'), work };
}

async function measure(row: Row, bare: Measured): Promise<Comparison[]> {
  const run = ({ origin }: Measured, connections: number): Promise<LoadResult> =>
    runLoad({ ...row, origin, connections, milliseconds: MILLISECONDS });
  const found: Comparison[] = [];
  for (const [connections, goal] of row.goals) {
    const rounds: (readonly [LoadResult, LoadResult])[] = [];
    // The first round warms up.
    for (let round = -1; round < Number(values.rounds); round += 1) {
      const pair = [await run(product, connections), await run(bare, connections)] as const;
      if (round >= 0) rounds.push(pair);
    }
    const name = `${row.name}, ${connections} at once`;
    found.push(
      compare({
        name: `${name}: requests/s`,
        pairs: rounds.map(([ours, theirs]) => [ours.requestsPerSecond, theirs.requestsPerSecond]),
        goal,
        isMoreBetter: true,
      }),
    );
    if (row.goalOfP99 && connections > 1) {
      found.push(
        compare({
          name: `${name}: p99 in ms`,
          pairs: rounds.map(([ours, theirs]) => [p99(ours), p99(theirs)]),
          goal: row.goalOfP99,
          isMoreBetter: false,
        }),
      );
    }
  }
  return found;
}

function p99({ latencies }: LoadResult): number {
  return latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN;
}
