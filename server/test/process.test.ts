import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Child, databaseEnv, startNode } from './harness/child.ts';
import { createTestDatabase, describeEachEngine } from './harness/database.ts';
import { PROGRAM, STUDIO } from './harness/running-product.ts';

let folder: string;
const children: Child[] = [];
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/atelier-process-`);
});
afterEach(async () => {
  for (const { process } of children) process.kill('SIGKILL');
  await Promise.all(children.splice(0).map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
});

function startMain(env: Record<string, string> = {}): Child {
  const child = startNode([PROGRAM], {
    PORT: '0',
    DATA_DIR: folder,
    RATE_LIMIT_SCALE: '1000',
    ...env,
  });
  children.push(child);
  return child;
}

/** Resolves with the port once the process reports that it listens. */
async function portOf(child: Child): Promise<number> {
  await child.waitForOutput('Data is in');
  return Number(/\(port (\d+)\)/.exec(child.output())?.[1]);
}

const ENQUIRY = JSON.stringify({
  name: 'Ada',
  email: 'ada@example.com',
  message: 'I should like a website, please.',
  source: 'contact-lite',
});

/** A raw connection on which a call can be sent in pieces. */
function open(port: number): { socket: Socket; answer: () => string; closed: Promise<void> } {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  return {
    socket,
    answer: () => answer,
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  };
}

const head =
  'POST /api/contact/create HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
  `content-length: ${Buffer.byteLength(ENQUIRY)}\r\n\r\n`;

describeEachEngine((engine) => {
  it('answers and keeps running calls when it is stopped', async () => {
    await using database = await createTestDatabase(engine);
    const child = startMain(databaseEnv(database.location));
    const port = await portOf(child);
    const call = open(port);
    call.socket.write(head + ENQUIRY.slice(0, 20));
    // A call on another connection gets its reply, so the first one has certainly arrived.
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    child.process.kill('SIGTERM');
    await child.waitForOutput('answering what is under way');
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
    call.socket.write(ENQUIRY.slice(20));
    await call.closed;
    expect(call.answer()).toMatch(/^HTTP\/1\.1 201 /);
    expect(await child.ended).toMatchObject({ code: 0, signal: null });
    const stored = await database.db.selectFrom('enquiries').select('name').execute();
    expect(stored).toEqual([{ name: 'Ada' }]);
  });
});

describe('the process', () => {
  it('stops although a caller never finishes its call', async () => {
    const child = startMain();
    const call = open(await portOf(child));
    call.socket.write(head + ENQUIRY.slice(0, 20));
    expect((await fetch(`http://127.0.0.1:${await portOf(child)}/healthz`)).status).toBe(200);
    child.process.kill('SIGTERM');
    // Ends by itself: a process ended after its time is up has another code.
    expect(await child.ended).toMatchObject({ code: 0 });
    await call.closed;
    expect(call.answer()).toContain('"code":"request_timeout"');
  });

  it('treats one Ctrl-C that arrives twice as one', async () => {
    const child = startMain();
    await portOf(child);
    child.process.kill('SIGINT');
    child.process.kill('SIGINT');
    expect(await child.ended).toMatchObject({ code: 0, signal: null });
  });

  it('prints where it is, how to become the owner and where mails go', async () => {
    const child = startMain();
    const port = await portOf(child);
    expect(child.output()).toContain(`(port ${port})`);
    expect(child.output()).toContain('To become the owner: set OWNER_EMAIL');
    expect(child.output()).toContain(`Emails are kept as files in ${folder}/mailbox`);
  });

  it('has no mailbox page in production, and logs where it listens', async () => {
    const child = startMain({ NODE_ENV: 'production' });
    await child.waitForOutput('"msg":"listening"');
    const port = /"port":(\d+)/.exec(child.output())?.[1];
    expect((await fetch(`http://localhost:${port}/dev/mailbox`)).status).not.toBe(200);
  });

  it('security: writes nothing that other accounts can read, even into a folder that is open to them', async () => {
    chmodSync(folder, 0o755);
    const child = startMain();
    const port = await portOf(child);
    await fetch(`http://127.0.0.1:${port}/api/contact/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ENQUIRY,
    });
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(written).toEqual(
      expect.arrayContaining(['atelier.sqlite', 'atelier.sqlite-wal', 'server.secret']),
    );
    // It goes on writing: what it has renamed or removed since isn't there.
    const modeOf = (path: string) => statSync(`${folder}/${path}`, { throwIfNoEntry: false })?.mode ?? 0;
    const open = written.filter((path) => (modeOf(path) & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  it('has a doctor that names what other accounts can read', async () => {
    const doctor = () => startNode([STUDIO, 'doctor'], { DATA_DIR: folder }).ended;
    await startNode([STUDIO, 'migrate'], { DATA_DIR: folder }).ended;
    expect((await doctor()).output).toContain('ok    Only this account can read the data.');
    chmodSync(`${folder}/atelier.sqlite`, 0o644);
    expect(await doctor()).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /WRONG Other accounts on this machine can read \S+atelier\.sqlite\b.*\. Run: chmod -R go= /,
      ),
    });
  });

  it('names all faulty settings at once, without a stack', async () => {
    const { code, output } = await startMain({ PORT: 'x', SMTP_URL: 'mail' }).ended;
    expect(code).toBe(1);
    expect(output.trim().split('\n').slice(0, 3)).toEqual([
      'The configuration has faults:',
      '  PORT must be a whole number from 0 to 65535',
      '  SMTP_URL must be an address like smtps://user:password@mail.example',
    ]);
    expect(output).not.toContain(' at ');
  });

  it('says when its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const address = taken.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, output } = await startMain({ PORT: port }).ended;
    expect([code, output.includes('the port is taken. Stop what uses it, or set PORT.')]).toEqual([1, true]);
    await new Promise((resolve) => taken.close(resolve));
  });

  it('says when its database is missing', async () => {
    const { code, output } = await startMain({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }).ended;
    expect(code).toBe(1);
    expect(output).toMatch(
      /^The server could not start: The database is out of reach\n {2}because: .*ECONNREFUSED/,
    );
  });

  it('has a command that makes backups in ./backups where nothing says where to', async () => {
    const run = (...args: string[]) =>
      startNode([resolve(STUDIO), ...args], { DATA_DIR: `${folder}/data` }, folder).ended;
    await run('migrate');
    expect(await run('backup', '--keep', '1')).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Backup in ${folder}/backups/backup-`),
    });
    expect(readdirSync(`${folder}/backups`)).toEqual([expect.stringMatching(/^backup-.*Z$/)]);
  });

  it('has commands that list themselves and find problems', async () => {
    const run = (args: string[]) => startNode([STUDIO, ...args], { DATA_DIR: folder }).ended;
    expect(await run([])).toMatchObject({ code: 0, output: expect.stringContaining('doctor') });
    expect(await run(['nonsense'])).toMatchObject({
      code: 2,
      output: expect.stringContaining('no command "nonsense"'),
    });
    expect(await run(['doctor'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('WRONG The database isn’t migrated'),
    });
    expect(await run(['migrate'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('Applied: 0001'),
    });
    const { output } = await run(['doctor']);
    expect(output).toContain('ok    The database (SQLite) responds, is up to date and has ');
    expect(output).toContain('/files: one was written, read and removed');
  });
});
