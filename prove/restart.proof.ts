import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../server/src/platform/db/database.ts';
import { newId } from '../server/src/platform/ids.ts';
import { askControl } from '../server/src/platform/process/control-socket.ts';
import { controlPath } from '../server/src/restart.ts';
import { databaseEnv } from '../server/test/harness/child.ts';
import { createTestLocation, describeEachEngine } from '../server/test/harness/database.ts';
import { freePort } from '../server/test/harness/free-port.ts';
import { openConnection } from '../server/test/harness/raw-connection.ts';
import { programFor, type RunningProduct, startProduct } from '../server/test/harness/running-product.ts';
import { sampleBrief } from '../server/test/samples/projects.ts';
import { BusyStudio } from './harness/busy-studio.ts';
import { keepResult } from './harness/results.ts';
import { sized } from './harness/size.ts';
import { hasLearnt, type Listener, SteadyLoad } from './harness/steady-load.ts';
import { type Change, without } from './harness/without.ts';

const RESTARTS = sized({ quick: 1, full: 25 });
/** Acknowledged writes of a round before its restart. */
const WRITES = 20;
/** Projects of a reader; a round has one message in each, half of them before the previous process leaves. */
const PROBES = sized({ quick: 6, full: 16 });

/** A product in a folder of its own, which restarts on command. */
async function setUp(engine: Engine, own: Record<string, string> = {}) {
  const { location, remove } = await createTestLocation(engine);
  const folder = mkdtempSync(`${tmpdir()}/atelier-restarts-`);
  const env: Record<string, string> = { DATA_DIR: folder, ...databaseEnv(location), ...own };
  const product = await startProduct(env);
  const begun: number[] = [];
  const restart = async () => {
    const program = [process.execPath, programFor(env)];
    const dataDir = env.DATA_DIR ?? folder;
    const reply = await askControl(controlPath({ dataDir, port: 0 }), { command: 'restart', program });
    const [, pid] = /^Process (\d+) has taken over/.exec(reply?.text ?? '') ?? [];
    expect(pid, reply?.text).toBeDefined();
    begun.push(Number(pid));
  };
  const stop = async () => {
    for (const pid of begun) if (isRunning(pid)) process.kill(pid, 'SIGTERM');
    // The output that all of them share ends with the last of them.
    await product.stop();
    await remove();
    rmSync(folder, { recursive: true, force: true });
  };
  return { env, location, product, begun, restart, [Symbol.asyncDispose]: stop };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A client with projects of their own, who hears of each. */
async function openProbes(product: RunningProduct) {
  const token = await product.signUp('listener@client.example');
  const projects: string[] = [];
  while (projects.length < PROBES) {
    const { body } = await product.call(token, api.submitOnboarding, { body: { final: sampleBrief } });
    projects.push(body.id);
  }
  return { token, projects };
}

/** Writes in projects, one after the other. @returns each with the time at which that began */
async function probe(through: RunningProduct, token: string, projects: readonly string[]) {
  const probed: (readonly [string, number])[] = [];
  for (const id of projects) {
    probed.push([id, performance.now()]);
    await through.call(token, api.sendMessage, { params: { id }, body: { body: newId() } });
  }
  return probed;
}

/** Calls a product in every way, and restarts it in the middle. @returns what this took until the next process had taken over */
async function restartUnderLoad(load: SteadyLoad, scene: Awaited<ReturnType<typeof openScene>>) {
  const { restart, studio, probes } = scene;
  const { token, projects } = probes;
  load.again();
  load.read('/healthz');
  load.read(`/api${api.getMe.path}`, token);
  const readers: Listener[] = [load.listen(token), load.listen(token)];
  const done = Promise.withResolvers<number>();
  const act = async () => {
    const began = performance.now();
    const [early, late] = [projects.slice(0, PROBES / 2), projects.slice(PROBES / 2)];
    const [probed] = await Promise.all([probe(load.through, token, early), restart()]);
    const took = performance.now() - began;
    probed.push(...(await probe(load.through, token, late)));
    for (const reader of readers)
      for (const [id, askedAt] of probed) await expect.poll(() => hasLearnt(reader, id, askedAt)).toBe(true);
    // Streams are the first to end.
    for (const { breaks } of readers) expect(breaks).toBeGreaterThan(0);
    return took;
  };
  const refusals = await studio.writeUntil(load.through, WRITES, () => {
    act()
      .finally(() => load.end())
      .then(done.resolve, done.reject);
  });
  expect(refusals).toEqual([]);
  return done.promise;
}

async function openScene(engine: Engine) {
  const scene = await setUp(engine);
  const studio = await BusyStudio.open(scene.product, scene.location, { roundsAProject: 3 });
  return { ...scene, studio, probes: await openProbes(scene.product) };
}

describe('a restart under load', () => {
  describeEachEngine((engine) => {
    it('fails no request, loses and doubles nothing, and its streams come back', async () => {
      await using scene = await openScene(engine);
      const load = new SteadyLoad(scene.product);
      const took: number[] = [];
      for (let round = 0; round < RESTARTS; round++) {
        took.push(await restartUnderLoad(load, scene));
        expect(load.failures).toEqual([]);
        expect(await scene.studio.findFaults(scene.product)).toEqual([]);
      }
      expect(await scene.studio.findFaultsInAll(scene.product)).toEqual([]);
      expect(new Set(scene.begun).size).toBe(RESTARTS);
      took.sort((a, b) => a - b);
      const [median, longest] = [took[took.length >> 1] ?? 0, took.at(-1) ?? 0];
      keepResult('restart', {
        on: engine === 'sqlite' ? 'SQLite' : 'PostgreSQL',
        tried: `${RESTARTS} restarts, ${load.answered} calls answered, ${scene.studio.ledger.count} writes among them acknowledged`,
        outcome: `no request failed (the slowest took ${(load.slowest / 1_000).toFixed(1)} s), nothing lost, nothing doubled, every change heard; the next process had taken over after ${(median / 1_000).toFixed(1)} s (at most ${(longest / 1_000).toFixed(1)})`,
        control: 'stopped and started at the same port, requests fail (its own test)',
      });
    });

    it('leaves the jobs to one process at a time', async () => {
      const lines = await runJobs(engine, []);
      expect(lines.length).toBeGreaterThan(4);
      expect(countTurns(lines)).toBe(2);
    });
  });

  it('is seen to fail requests where the socket isn’t handed over', async () => {
    await using scene = await setUp('sqlite', { PORT: String(await freePort()) });
    const { env, product } = scene;
    const load = new SteadyLoad(product);
    load.read('/healthz');
    await expect.poll(() => load.answered).toBeGreaterThan(20);
    await product.stop();
    const again = await startProduct(env);
    await load.end();
    expect(load.failures).not.toEqual([]);
    await again.stop();
  });

  it('is seen to run jobs in both processes where the previous one doesn’t stop its own', async () => {
    const goesOn: Change = {
      file: 'server/src/app.ts',
      text: 'Promise.all([outbox.stop(), platform.jobs.stop()]).then(onIdle)',
      instead: 'Promise.all([outbox.stop()]).then(onIdle)',
    };
    const lines = await runJobs('sqlite', [goesOn]);
    expect(countTurns(lines)).toBeGreaterThan(2);
  });
});

/**
 * Restarts a product that has a job which is always due, and waits until the next process has run it, and the previous one has had
 * time to.
 * @returns the processes that began and ended the job, in order
 */
async function runJobs(engine: Engine, changes: readonly Change[]) {
  const folder = mkdtempSync(`${tmpdir()}/atelier-jobs-`);
  const notes = `${folder}/notes`;
  writeFileSync(notes, '');
  const note = `process.getBuiltinModule('node:fs').appendFileSync('${notes}', process.pid + '\\n');`;
  const noting: Change[] = [
    { file: 'server/src/platform/jobs/job-runner.ts', text: 'LOOK_MS = 30_000', instead: 'LOOK_MS = 5' },
    {
      file: 'server/src/app.ts',
      text: "jobs.add({ name: 'storage.sweep'",
      instead: `jobs.add({ name: 'a.note', everySeconds: 0, run: async () => {
        ${note} await new Promise((resolve) => setTimeout(resolve, 5)); ${note} } });
        jobs.add({ name: 'storage.sweep'`,
    },
  ];
  await using scene = await setUp(engine, without([...noting, ...changes]));
  // As long as this is open the previous process goes on.
  const kept = await openConnection(scene.product.origin);
  kept.read();
  kept.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(kept.answer).toMatch(/^HTTP\/1\.1 200 /);
  const read = () => readFileSync(notes, 'utf8').trimEnd().split('\n');
  const countOf = (pid: number | undefined) => read().filter((line) => line === `${pid}`).length;
  await expect.poll(() => countOf(scene.product.child.process.pid)).toBeGreaterThan(2);
  await scene.restart();
  const [next] = scene.begun;
  await expect.poll(() => countOf(next)).toBeGreaterThan(20);
  const lines = read();
  expect(isRunning(scene.product.child.process.pid ?? 0)).toBe(true);
  kept.destroy();
  rmSync(folder, { recursive: true, force: true });
  return lines;
}

/** How often the lines pass from one process to another, and the first. */
function countTurns(lines: readonly string[]): number {
  return lines.filter((line, at) => line !== lines[at - 1]).length;
}
