import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTERNAL, ensureServerBuilt } from './build-server.ts';
import { makeSampleContract } from './sample-contract.ts';

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

/** Runs a built command on a data folder. @returns what it printed */
async function runStudio(dataDir: string, ...args: readonly string[]): Promise<string> {
  const command = spawn(process.execPath, [join(root, 'server/build/studio.cjs'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(command.stdout);
}

const listRequired = (code: string) => [...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);

/** Optional parts of libraries: for buckets in several regions at once, for another driver of PostgreSQL, for coloured notes. */
const NEVER_ASKED_FOR = ['@aws-sdk/signature-v4-crt', 'pg-native', 'supports-color'];
/** What Ajv would write into files of validators; ours stay in memory. */
const AJV_TEXT = /^ajv(?:-formats)?\//;

describe('the built server', () => {
  it.each(['main.cjs', 'studio.cjs'])(
    'loads no library before it has looked at the version of Node in %s',
    (program) => {
      const read = (file: string) => readFileSync(join(root, 'server/build', file), 'utf8');
      const [start = ''] = read(program).split('=>require(');
      expect(listRequired(start)).toEqual([
        './rolldown-runtime.cjs',
        './start-process.cjs',
        'node:module',
        'node:path',
      ]);
      expect(read('start-process.cjs')).toContain('is too old');
      expect(listRequired(read('start-process.cjs'))).toEqual([]);
    },
  );

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

  it('runs the commands, which find migrations, version and site by its place', async () => {
    const backups = join(folder, 'backups');
    await runStudio(folder, 'backup', backups);
    const [name = ''] = readdirSync(backups);
    const manifest = JSON.parse(readFileSync(join(backups, name, 'manifest.json'), 'utf8'));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(manifest.product).toBe(version);
    expect(await runStudio(folder, 'version')).toBe(`Atelier ${version}, Node ${process.versions.node}\n`);
    const elsewhere = join(folder, 'elsewhere');
    const printed = await runStudio(elsewhere, 'restore', join(backups, name));
    expect(printed).toContain('ok    The database');
    expect(printed).toMatch(/The site (?:is|isn’t) built/);
    expect(await runStudio(elsewhere, 'migrate')).toContain('up to date');
  });

  it('writes a contract without the libraries beside it', async () => {
    const pdf = await makeSampleContract(join(root, 'server/build'));
    expect(pdf).toMatch(/^%PDF-[\s\S]+%%EOF\s*$/);
    // Its fonts are those of the design: none of the library's own is named.
    expect(pdf).not.toContain('Helvetica');
  });

  it('lists the packages that became part of it, and asks for no others than those of machine code', () => {
    const packages: { name: string }[] = JSON.parse(
      readFileSync(join(root, 'server/build/packages.json'), 'utf8'),
    );
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pdfkit', '@aws-sdk/client-s3', 'nodemailer']));
    const files = globSync('server/build/*.cjs', { cwd: root });
    const asked = files.flatMap((file) => listRequired(readFileSync(join(root, file), 'utf8')));
    const foreign = asked.filter(
      (name = '') => !name.startsWith('.') && !isBuiltin(name) && !AJV_TEXT.test(name),
    );
    expect([...new Set(foreign)].sort()).toEqual([...EXTERNAL, ...NEVER_ASKED_FOR].sort());
  });

  it('names the sources in the stack of an error', async () => {
    // The server writes too.
    const database = new DatabaseSync(join(folder, 'atelier.sqlite'), { timeout: 30_000 });
    database.exec("delete from schema_migrations where name like '0001-%'");
    database.close();
    const origin = `http://127.0.0.1:${/\(port (\d+)\)/.exec(output)?.[1]}`;
    expect((await fetch(`${origin}/readyz`)).status).toBe(503);
    await waitForOutput('"request failed"');
    const line = output.split('\n').find((text) => text.includes('"request failed"')) ?? '';
    const { stack } = JSON.parse(line).err;
    expect(stack).toMatch(/\n {4}at .*checkReady.*\(.*\/server\/src\/app\.ts:\d+:\d+\)/);
    expect(stack).not.toContain('server/build');
  });
});
