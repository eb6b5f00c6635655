import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureServerBuilt } from './build-server.ts';

const root = join(import.meta.dirname, '..');

let folder: string;
let child: ChildProcess;
let output = '';
beforeAll(async () => {
  await ensureServerBuilt();
  folder = mkdtempSync(`${tmpdir()}/atelier-built-`);
  child = spawn(process.execPath, [join(root, 'server/build/main.cjs')], {
    // From anywhere: it finds its files by its own place.
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await waitForOutput('Data is in');
}, 120_000);
afterAll(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true });
});

async function waitForOutput(text: string): Promise<void> {
  while (!output.includes(text)) await once(child.stdout ?? child, 'data');
}

describe('the built server', () => {
  it('loads no library before it has looked at the version of Node', () => {
    const [start = ''] = readFileSync(join(root, 'server/build/main.cjs'), 'utf8').split('is too old');
    const loaded = [...start.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(loaded).toEqual(['./rolldown-runtime.cjs', 'node:module', 'node:path']);
  });

  it('applies every migration of the sources, under its name', () => {
    const sources = globSync('server/src/migrations/*.ts', { cwd: root }).map((path) =>
      basename(path, '.ts'),
    );
    const database = new DatabaseSync(join(folder, 'atelier.sqlite'), { readOnly: true });
    const applied = database.prepare('select name from schema_migrations order by name').all();
    database.close();
    expect(applied.map(({ name }) => name)).toEqual(sources.sort());
  });

  it('reads the files that lie beside its sources', async () => {
    const origin = `http://127.0.0.1:${/\(port (\d+)\)/.exec(output)?.[1]}`;
    // The list of common passwords is one of them.
    const reply = await fetch(`${origin}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@client.example', password: 'password1' }),
    });
    expect(await reply.json()).toMatchObject({ weak_password: { reasons: ['pwned'] } });
  });

  it('names the sources in the stack of an error', async () => {
    // The server writes too.
    const database = new DatabaseSync(join(folder, 'atelier.sqlite'), { timeout: 30_000 });
    database.exec("delete from schema_migrations where name like '0001-%'");
    database.close();
    const origin = `http://127.0.0.1:${/\(port (\d+)\)/.exec(output)?.[1]}`;
    expect((await fetch(`${origin}/readyz`)).status).toBe(503);
    await waitForOutput('"not ready"');
    const line = output.split('\n').find((text) => text.includes('"not ready"')) ?? '';
    const { stack } = JSON.parse(line).err;
    expect(stack).toMatch(/\n {4}at .*checkReady.*\(.*\/server\/src\/app\.ts:\d+:\d+\)/);
    expect(stack).not.toContain('server/build');
  });
});
