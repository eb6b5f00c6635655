import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../server/src/app.ts';
import { type Config, loadConfig } from '../server/src/config.ts';
import { loadMigrations } from '../server/src/load-migrations.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { openDatabase } from '../server/src/platform/db/open.ts';
import { stopSyncingSqlite } from '../server/src/platform/db/sqlite.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createMailboxTransport } from '../server/src/platform/mail/mailbox.ts';
import { loadServerSecret } from '../server/src/platform/server-secret.ts';
import { openStore } from '../server/src/platform/storage/object-store.ts';
import { runServer } from '../server/src/run-server.ts';
import { DEMO_PASSWORD } from './demo-calls.ts';
import { createDemoClock, DEMO_CLIENTS, DEMO_OWNER, fillDemo, firstMoment } from './fill-demo.ts';

const MARK = 'demo.json';

/** What the mark of a demo's folder says. */
interface DemoMark {
  kind: 'atelier-demo';
  isFilled: boolean;
}

/** A folder is not one that the demo may use. */
export class ForeignFolderError extends Error {
  constructor(folder: string) {
    super(
      `${folder} is not a demo's folder, and the demo touches no other: name an empty one with --folder.`,
    );
    this.name = 'ForeignFolderError';
  }
}

/**
 * Makes a folder ready for the demo. One that was filled stays as it is unless `isFresh`; everything else of a demo's
 * is removed. Never touches a folder that the demo has not made.
 * @returns whether it has to be filled
 * @throws ForeignFolderError
 */
export function openDemoFolder(folder: string, isFresh: boolean): boolean {
  const mark = readMark(folder);
  if (mark === undefined && existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ForeignFolderError(folder);
  }
  if (mark?.isFilled && !isFresh) return false;
  if (mark) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeMark(folder, false);
  return true;
}

/** Notes that a folder has everything in it. */
export function markFilled(folder: string): void {
  writeMark(folder, true);
}

function writeMark(folder: string, isFilled: boolean): void {
  const mark: DemoMark = { kind: 'atelier-demo', isFilled };
  writeFileSync(join(folder, MARK), JSON.stringify(mark));
}

function readMark(folder: string): DemoMark | undefined {
  const path = join(folder, MARK);
  if (!existsSync(path)) return undefined;
  const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const isMark = typeof read === 'object' && read !== null && 'kind' in read && read.kind === 'atelier-demo';
  return isMark
    ? { kind: 'atelier-demo', isFilled: 'isFilled' in read && read.isFilled === true }
    : undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of the machine that a demo keeps. Everything else is its own: nothing of it leaves its folder. */
const KEPT = ['PATH', 'PORT', 'HOST', 'PUBLIC_URL', 'LOG_LEVEL'] as const;
/** While the demo fills, a year passes in a minute. */
const WHILE_FILLING = { RATE_LIMIT_SCALE: '100000' };

/**
 * `npm run demo [-- --fresh] [--folder <path>]`: fills a folder of its own with a studio's year unless that is done
 * already, then runs the product on it until a signal stops it.
 */
export async function runDemo(env: Environment, args: readonly string[]): Promise<void> {
  try {
    const options = {
      fresh: { type: 'boolean', default: false },
      folder: { type: 'string', default: './data-demo' },
    } as const;
    const { values } = parseArgs({ args: [...args], options });
    const folder = resolve(values.folder);
    const demoEnv = demoEnvironment(env, folder);
    if (openDemoFolder(folder, values.fresh)) {
      console.log(`Filling ${folder} with a studio's year; this takes a moment …`);
      await fillFolder(loadConfig({ ...demoEnv, ...WHILE_FILLING }), Date.now());
      markFilled(folder);
    } else {
      console.log(`${folder} is already filled; "npm run demo -- --fresh" starts over.`);
    }
    await runServer(demoEnv, describeSignIns());
  } catch (error) {
    if (!(error instanceof ForeignFolderError) && !isArgumentFault(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** The settings that a demo runs with. */
export function demoEnvironment(env: Environment, folder: string): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  return { LOG_LEVEL: 'warn', ...kept, DATA_DIR: folder, OWNER_EMAIL: DEMO_OWNER };
}

/**
 * Plays the year that ends at `today` into the configured folder, on SQLite. The demo doesn't
 * listen, so it confirms addresses without waiting for mails, whatever PUBLIC_URL is.
 */
async function fillFolder(settings: Config, today: number): Promise<void> {
  const config = { ...settings, auth: { ...settings.auth, autoconfirm: true } };
  const clock = createDemoClock(firstMoment(today));
  const database = openDatabase(config.database);
  try {
    // An interrupted demo is filled again, so nothing has to survive a power cut: that saves most of the time.
    await stopSyncingSqlite(database.db);
    const migrations = await loadMigrations();
    await migrate(database, migrations, clock);
    const app = await buildApp({
      config,
      database,
      migrations,
      clock,
      log: createLog('warn'),
      transport: createMailboxTransport(config.mailboxDir),
      store: openStore(config.store),
      site: undefined,
      secret: await loadServerSecret(config.dataDir),
    });
    await app.http.ready();
    await fillDemo({ app, clock, today });
    await app.close();
  } finally {
    await database.close();
  }
}

function describeSignIns(): string[] {
  const [withWork, withContract] = DEMO_CLIENTS;
  return [
    'Everyone and everything in here is invented. Sign in with this password, as anyone:',
    `  ${DEMO_PASSWORD}`,
    `as the owner        ${DEMO_OWNER}`,
    `as a client         ${withWork} (a finished project and a running one)`,
    `as another client   ${withContract} (a contract to accept)`,
    'Start over with: npm run demo -- --fresh',
  ];
}

function isArgumentFault(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
