import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../server/src/platform/db/database.ts';
import type { DatabaseLocation } from '../server/src/platform/db/open.ts';
import { databaseEnv } from '../server/test/harness/child.ts';
import { describeEachEngine } from '../server/test/harness/database.ts';
import { type PostgresServer, runOnServer, startPostgresAt } from '../server/test/harness/postgres-server.ts';
import { type RunningProduct, startProduct } from '../server/test/harness/running-product.ts';
import { BusyStudio } from './harness/busy-studio.ts';
import { type FileSystem, type LoopDisk, makeLoopDisk, whyNoLoopDisk } from './harness/loop-disk.ts';
import { keepResult } from './harness/results.ts';
import { sized } from './harness/size.ts';
import { without } from './harness/without.ts';

/** How many writes are acknowledged in each round before the power goes. */
const ROUNDS = sized({ quick: [60], full: Array.from({ length: 20 }, (_, round) => 20 + round * 14) });
const FILE_SYSTEMS = sized<Record<Engine, readonly FileSystem[]>>({
  quick: { sqlite: ['ext4'], postgres: ['xfs'] },
  full: { sqlite: ['ext4', 'xfs'], postgres: ['ext4', 'xfs'] },
});

/** SQLite answers before the disk has it. */
const noSync = without([
  {
    file: 'server/src/platform/db/sqlite.ts',
    text: "raw.pragma('synchronous = FULL');",
    instead: "raw.pragma('synchronous = OFF');",
  },
]);

/** A machine whose only disk loses its power: the product's folder is on it, and the PostgreSQL's where there is one. */
class Machine {
  readonly #disk: LoopDisk;
  readonly #engine: Engine;
  readonly #isCareful: boolean;
  #postgres: PostgresServer | undefined;
  #product: RunningProduct | undefined;

  constructor(engine: Engine, fileSystem: FileSystem, isCareful: boolean) {
    this.#disk = makeLoopDisk(fileSystem, engine === 'postgres' ? { megabytes: 1024 } : {});
    this.#engine = engine;
    this.#isCareful = isCareful;
  }

  /** Starts what runs on it. */
  async start(): Promise<{ server: RunningProduct; location: DatabaseLocation }> {
    const location = await this.#startDatabase();
    const env = { DATA_DIR: `${this.#disk.folder}/data`, ...databaseEnv(location) };
    const isChanged = !this.#isCareful && this.#engine === 'sqlite';
    const server = await startProduct(isChanged ? { ...env, ...noSync } : env);
    this.#product = server;
    return { server, location };
  }

  async #startDatabase(): Promise<DatabaseLocation> {
    if (this.#engine === 'sqlite') {
      return { engine: 'sqlite', file: `${this.#disk.folder}/data/atelier.sqlite` };
    }
    const folder = `${this.#disk.folder}/postgres`;
    const isNew = mkdirSync(folder, { recursive: true }) !== undefined;
    this.#postgres = await startPostgresAt(folder, { isCareful: this.#isCareful });
    if (isNew) await runOnServer(this.#postgres.urlOf('postgres'), 'create database atelier');
    return { engine: 'postgres', url: this.#postgres.urlOf('atelier') };
  }

  cutPower(): void {
    this.#disk.cut();
  }

  /** Everything that ran is gone, and the disk has what it had. */
  async restart(): Promise<void> {
    await this.#end();
    this.#disk.restart();
  }

  async #end(): Promise<void> {
    this.#product?.child.process.kill('SIGKILL');
    await this.#product?.child.ended;
    await this.#postgres?.stop();
  }

  async remove(): Promise<void> {
    await this.#end();
    this.#disk.remove();
  }
}

const whyNot = whyNoLoopDisk();

describe('a power cut', () => {
  if (whyNot) {
    it(`can't be tried on this machine: ${whyNot}`, () => {});
    return;
  }

  it.each(['ext4', 'xfs'] as const)(
    'leaves a disk of %s as it was where a container has it, too',
    async (fileSystem) => {
      const disk = makeLoopDisk(fileSystem);
      // A copy of all mounts, as each container has one.
      const container = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', 'echo; cat']);
      try {
        await once(container.stdout, 'data');
        writeFileSync(`${disk.folder}/synced`, 'here', { flush: true });
        disk.cut();
        expect(() => writeFileSync(`${disk.folder}/late`, 'lost')).toThrow('EIO');
        disk.restart();
        expect(readFileSync(`${disk.folder}/synced`, 'utf8')).toBe('here');
        writeFileSync(`${disk.folder}/more`, 'too', { flush: true });
      } finally {
        container.kill('SIGKILL');
        await once(container, 'exit');
        disk.remove();
      }
    },
  );

  describeEachEngine((engine) => {
    for (const fileSystem of FILE_SYSTEMS[engine]) {
      it(`loses nothing that was acknowledged on ${fileSystem}`, async () => {
        const machine = new Machine(engine, fileSystem, true);
        try {
          let { server, location } = await machine.start();
          const studio = await BusyStudio.open(server, location);
          for (const cutAfter of ROUNDS) {
            await studio.writeUntil(server, cutAfter, () => machine.cutPower());
            await machine.restart();
            ({ server, location } = await machine.start());
            studio.moveTo(location);
            expect(await studio.findFaults(server)).toEqual([]);
          }
          expect(await studio.findFaultsInAll(server)).toEqual([]);
          keepResult('power', {
            on: `${engine} on ${fileSystem}`,
            tried: `${ROUNDS.length} cuts, ${studio.ledger.count} writes acknowledged`,
            outcome: 'nothing lost, nothing doubled, each file has its bytes',
            control: 'without waiting for the disk, acknowledged writes are lost (its own test)',
          });
        } finally {
          await machine.remove();
        }
      });
    }

    it('loses what was acknowledged without waiting for the disk', async () => {
      const machine = new Machine(engine, 'ext4', false);
      try {
        const { server, location } = await machine.start();
        const studio = await BusyStudio.open(server, location);
        await studio.writeUntil(server, 60, () => machine.cutPower());
        await machine.restart();
        // It can be lost in so many ways that neither the start nor a look at what is left is certain.
        const lookAgain = async () => {
          const next = await machine.start();
          studio.moveTo(next.location);
          return studio.findFaults(next.server);
        };
        const faults = await lookAgain().catch((error: Error) => [`lost: ${error.message}`]);
        expect(faults).toContainEqual(expect.stringMatching(/^lost: /));
      } finally {
        await machine.remove();
      }
    });
  });
});
