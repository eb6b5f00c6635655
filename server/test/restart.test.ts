import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askControl } from '../src/platform/process/control-socket.ts';
import { controlPath } from '../src/restart.ts';
import { databaseEnv } from './harness/child.ts';
import { createTestLocation, describeEachEngine, type TestLocation } from './harness/database.ts';
import { type RunningProduct, startProduct } from './harness/running-product.ts';

const MAIN = [process.execPath, 'server/src/main.ts'];

describe('a restart', () => {
  describeEachEngine((engine) => {
    let folder: string;
    let database: TestLocation;
    let product: RunningProduct;
    /** Every process of the product that a restart has begun. */
    let begun: number[];
    beforeEach(async () => {
      folder = mkdtempSync(`${tmpdir()}/atelier-restart-`);
      database = await createTestLocation(engine);
      product = await startProduct({ ...databaseEnv(database.location), DATA_DIR: folder, ...sqliteHome() });
      begun = [];
    });
    afterEach(async () => {
      for (const pid of begun) end(pid);
      await product.stop();
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    /** A SQLite file lies in its own DATA_DIR. */
    const sqliteHome = () => (engine === 'sqlite' ? databaseEnv(database.location) : {});
    const dataDir = () => sqliteHome().DATA_DIR ?? folder;
    const restart = async (program: readonly string[] = MAIN) => {
      const reply = await askControl(controlPath({ dataDir: dataDir(), port: 0 }), {
        command: 'restart',
        program,
      });
      const pid = /^Process (\d+) has taken over/.exec(reply?.text ?? '')?.[1];
      if (pid) begun.push(Number(pid));
      return reply;
    };
    const status = async () =>
      (await fetch(`${product.origin}/readyz`, { headers: { connection: 'close' } })).status;

    it('passes the socket on to another process, and from that to the next', async () => {
      expect(await restart()).toMatchObject({ ok: true });
      expect(await status()).toBe(200);
      product.child.process.kill('SIGTERM');
      expect(await restart()).toMatchObject({ ok: true });
      expect(await status()).toBe(200);
      expect(new Set([product.child.process.pid, ...begun]).size).toBe(3);
    });

    it.each([
      ['its settings are wrong', ['env', 'UPLOAD_MAX_MB=none', ...MAIN], 'UPLOAD_MAX_MB must be'],
      ['there is no such program', ['/none/such'], 'ENOENT'],
      ['it ends without a word', ['false'], 'It ended with code 1'],
    ])('leaves the running process as it is, and says why, when %s', async (_, program, why) => {
      expect(await restart(program)).toEqual({ ok: false, text: expect.stringContaining(why) });
      expect(await status()).toBe(200);
      expect(product.child.process.exitCode).toBeNull();
      expect(await restart()).toMatchObject({ ok: true });
    });

    it('refuses a second one meanwhile', async () => {
      const replies = await Promise.all([restart(), restart()]);
      expect(replies.map((reply) => reply?.ok).sort()).toEqual([false, true]);
      expect(replies.find((reply) => !reply?.ok)?.text).toBe('Another restart is under way.');
    });

    it('succeeds when the running process is killed half-way', async () => {
      const killer = [
        'sh',
        '-c',
        `kill -9 ${product.child.process.pid}; echo "next $$"; exec ${MAIN.join(' ')}`,
      ];
      expect(await restart(killer)).toBeUndefined();
      await product.child.waitForOutput('next ');
      begun.push(Number(/next (\d+)/.exec(product.child.output())?.[1]));
      // Calls wait in the socket until it answers.
      expect(await status()).toBe(200);
    });
  });
});

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended.
  }
}
