import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../server/src/platform/db/database.ts';
import { databaseEnv } from '../server/test/harness/child.ts';
import { createTestLocation, describeEachEngine } from '../server/test/harness/database.ts';
import { type RunningProduct, startProduct } from '../server/test/harness/running-product.ts';
import { BusyStudio } from './harness/busy-studio.ts';
import { keepResult } from './harness/results.ts';
import { sized } from './harness/size.ts';
import { without } from './harness/without.ts';

/** How many writes are acknowledged in each round before the process is killed: it dies in the middle of others. */
const ROUNDS = sized({
  quick: { sqlite: [1, 120], postgres: [60] },
  full: { sqlite: manyRounds(), postgres: manyRounds() },
});

function manyRounds(): number[] {
  return Array.from({ length: 200 }, (_, round) => 1 + ((round * 37) % 300));
}

/** Answers each write once its work is done, and commits it a moment later. */
const answerBeforeCommit = without([
  {
    file: 'server/src/platform/db/transaction.ts',
    text: 'const result = await db.transaction().execute((trx) => {',
    instead: 'const early = Promise.withResolvers();\n  db.transaction().execute((trx) => {',
  },
  {
    file: 'server/src/platform/db/transaction.ts',
    text: '() => workAndEnd(trx))',
    instead: `() => workAndEnd(trx).then(
        (result) => (early.resolve(result), new Promise((resolve) => setTimeout(resolve, 50, result))),
        (error) => {
          early.reject(error);
          throw error;
        },
      ))`,
  },
  {
    file: 'server/src/platform/db/transaction.ts',
    text: '});\n  // What they begin',
    instead: '}).catch(() => {});\n  const result = await early.promise;\n  // What they begin',
  },
]);

/** A product on a database and in a folder of its own, and its users. */
async function setUp(engine: Engine) {
  const { location, remove } = await createTestLocation(engine);
  const folder = mkdtempSync(`${tmpdir()}/atelier-crash-`);
  const env = { DATA_DIR: folder, ...databaseEnv(location) };
  const server = await startProduct(env);
  const studio = await BusyStudio.open(server, location);
  const removeAll = async () => {
    await remove();
    rmSync(folder, { recursive: true, force: true });
  };
  return { env, server, studio, removeAll };
}

/** Has everybody write, and kills the process in the middle of it. */
async function killWhileWriting(server: RunningProduct, studio: BusyStudio, after: number) {
  const kill = () => server.child.process.kill('SIGKILL');
  const refusals = await studio.writeUntil(server, after, kill);
  expect((await server.child.ended).signal).toBe('SIGKILL');
  return refusals;
}

describe('a killed process', () => {
  describeEachEngine((engine) => {
    it('loses nothing that it has acknowledged', async () => {
      const { env, studio, removeAll, ...scene } = await setUp(engine);
      let { server } = scene;
      const startedIn: number[] = [];
      try {
        for (const killAfter of ROUNDS[engine]) {
          expect(await killWhileWriting(server, studio, killAfter)).toEqual([]);
          const began = performance.now();
          server = await startProduct(env);
          startedIn.push(performance.now() - began);
          expect(await studio.findFaults(server)).toEqual([]);
        }
        expect(await studio.findFaultsInAll(server)).toEqual([]);
      } finally {
        await server.stop();
      }
      await removeAll();
      startedIn.sort((a, b) => a - b);
      const [median, longest] = [startedIn[startedIn.length >> 1] ?? 0, startedIn.at(-1) ?? 0];
      keepResult('crash', {
        on: engine,
        tried: `${ROUNDS[engine].length} kills, ${studio.ledger.count} writes acknowledged`,
        outcome: `nothing lost, nothing doubled; ready again in ${median.toFixed(0)} ms (at most ${longest.toFixed(0)})`,
        control: 'answered before the commit, writes are lost (its own test)',
      });
    });

    it('loses what it answers before the commit', async () => {
      const { env, server, studio, removeAll } = await setUp(engine);
      await server.stop();
      const hasty = await startProduct({ ...env, ...answerBeforeCommit });
      await killWhileWriting(hasty, studio, 40);
      const next = await startProduct(env);
      try {
        expect(await studio.findFaults(next)).toContainEqual(expect.stringMatching(/^lost: /));
      } finally {
        await next.stop();
      }
      await removeAll();
    });
  });
});
