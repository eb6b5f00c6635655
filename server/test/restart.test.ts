import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { api } from '@atelier/domain/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { askControl } from '../src/platform/process/control-socket.ts';
import { controlPath } from '../src/restart.ts';
import { databaseEnv } from './harness/child.ts';
import { createTestLocation, describeEachEngine, type TestLocation } from './harness/database.ts';
import { closeStreams, type LiveClient, openStreamAfter } from './harness/live-client.ts';
import { BOUNDARY, END, openConnection, part } from './harness/raw-connection.ts';
import { PROGRAM, type RunningProduct, startProduct } from './harness/running-product.ts';
import { sampleBrief } from './samples/projects.ts';

const MAIN = [process.execPath, PROGRAM];

/** Opens a stream as a browser does: again and again, until the process that answers doesn't end it at once. */
async function comeBack(origin: string, token: string): Promise<LiveClient> {
  for (;;) {
    const stream = await openStreamAfter(origin, token);
    const first = await stream.next().catch(() => undefined);
    if (first) return stream;
  }
}

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
      closeStreams();
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

    it('does one after the other when a command comes before the last one is done', async () => {
      expect((await restart())?.ok).toBe(true);
      expect((await restart())?.ok).toBe(true);
      expect(await status()).toBe(200);
      expect(begun).toHaveLength(2);
    });

    it.each([
      ['its settings are wrong', ['env', 'UPLOAD_MAX_MB=none', ...MAIN], 'UPLOAD_MAX_MB must be'],
      ['there is no such program', ['/none/such'], 'ENOENT'],
      ['it ends without a word', ['false'], 'It ended with code 1'],
      ['it is killed', ['sh', '-c', 'kill -9 $$'], 'It ended with SIGKILL'],
    ])('leaves the running process as it is, and says why, when %s', async (_, program, why) => {
      expect(await restart(program)).toEqual({ ok: false, text: expect.stringContaining(why) });
      expect(await status()).toBe(200);
      expect(product.child.process.exitCode).toBeNull();
      expect(await restart()).toMatchObject({ ok: true });
    });

    it('finishes an upload that is under way, ends streams first, and their readers hear of the upload', async () => {
      const token = await product.signUp('ada@client.example');
      const { body } = await product.call(token, api.submitOnboarding, { body: { final: sampleBrief } });
      const before = await comeBack(product.origin, token);
      const uploading = await openConnection(product.origin);
      uploading.read();
      const form = `${part('draft.txt', 'first half, second half')}${END}`;
      uploading.write(
        `POST /api${api.sendFile.path.replace(':id', body.id)}?key=${newId()} HTTP/1.1\r\nhost: x\r\n` +
          `authorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
          `content-length: ${form.length}\r\n\r\n${form.slice(0, 120)}`,
      );
      expect(await restart()).toMatchObject({ ok: true });
      await before.ended;
      const after = await comeBack(product.origin, token);
      uploading.write(form.slice(120));
      await uploading.closed;
      expect(uploading.answer()).toMatch(/^HTTP\/1\.1 201 /);
      expect(uploading.answer()).toContain('connection: close');
      expect(await after.next()).toMatchObject({ kind: 'file_added', projectId: body.id });
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

  it('tells systemd which process is the main one before the previous one leaves', async () => {
    const folder = mkdtempSync(`${tmpdir()}/atelier-notify-`);
    const [programs, said, gate] = [`${folder}/programs`, `${folder}/said`, `${folder}/gate`];
    mkdirSync(programs);
    // It ends when systemd has read it, which is when there is a gate.
    const script = `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${said}\nwhile [ ! -e ${gate} ]; do sleep 0.05; done\n`;
    writeFileSync(`${programs}/systemd-notify`, script, { mode: 0o755 });
    writeFileSync(gate, '');
    const product = await startProduct({
      DATA_DIR: folder,
      PATH: `${programs}:${process.env.PATH}`,
      NOTIFY_SOCKET: '/run/systemd/notify',
      INVOCATION_ID: '1',
    });
    const notices = () => readFileSync(said, 'utf8').trimEnd().split('\n');
    expect(notices()).toEqual([`/run/systemd/notify --ready MAINPID=${product.child.process.pid}`]);
    const kept = await openConnection(product.origin);
    kept.read();
    const call = async () => {
      const before = kept.answer().length;
      kept.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
      await expect.poll(() => kept.answer().slice(before)).toMatch(/\r\n\r\n./);
      return /^connection: (.*)\r$/im.exec(kept.answer().slice(before))?.[1];
    };
    expect(await call()).toBe('keep-alive');
    rmSync(gate);
    const restarting = askControl(controlPath({ dataDir: folder, port: 0 }), {
      command: 'restart',
      program: MAIN,
    });
    await expect.poll(notices).toHaveLength(2);
    const [, next] = /MAINPID=(\d+)$/.exec(notices()[1] ?? '') ?? [];
    // The previous process leaves nothing yet.
    const wayOfBoth = await call();
    writeFileSync(gate, '');
    const reply = await restarting;
    end(Number(next));
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(reply?.text).toContain(`Process ${next} has taken over`);
    expect(wayOfBoth).toBe('keep-alive');
  });

  it('is refused where systemd would take the end of a process for that of the service', async () => {
    const folder = mkdtempSync(`${tmpdir()}/atelier-exec-`);
    const product = await startProduct({ DATA_DIR: folder, INVOCATION_ID: '1' });
    const reply = await askControl(controlPath({ dataDir: folder, port: 0 }), { command: 'restart' });
    expect(reply).toEqual({ ok: false, text: expect.stringContaining('Type=notify') });
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended.
  }
}
