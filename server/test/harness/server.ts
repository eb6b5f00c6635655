import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { type App, buildApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import type { IdentityProvider } from '../../src/core/accounts/identity-provider.ts';
import type { Documents } from '../../src/document-thread.ts';
import { PasswordHasher } from '../../src/features/auth/passwords/passwords.ts';
import type { FetchCalendar } from '../../src/features/bookings/remote-calendar.ts';
import { loadMigrations } from '../../src/load-migrations.ts';
import type { Db, Engine } from '../../src/platform/db/database.ts';
import type { Site } from '../../src/platform/http/site.ts';
import { createLog } from '../../src/platform/log.ts';
import type { MailTransport, OutgoingMail } from '../../src/platform/mail/transport.ts';
import type { MailReader } from '../../src/platform/mail-in/read-mail.ts';
import { ServerSecret } from '../../src/platform/server-secret.ts';
import { openStore } from '../../src/platform/storage/object-store.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface TestServerOptions {
  engine: Engine;
  /** A database opened by the test, closed with the server; one of its own unless given. */
  database?: TestDatabase;
  /** Variables over those of the tests (no limits to speak of, owner owner@studio.example). */
  env?: Record<string, string>;
  clock?: TestClock;
  /** A built site; none unless given. */
  site?: Site;
  identities?: IdentityProvider;
  /** One whose hashes cost next to nothing unless given. */
  hasher?: PasswordHasher;
  /** How the owner's own calendar is fetched. */
  fetchCalendar?: FetchCalendar;
  /** Makes documents; a thread does unless given. */
  documents?: Documents;
  /** Reads mails that arrive; a thread does unless given. */
  readMail?: MailReader;
  /** What mails leave by; they are kept in `mails` unless given. */
  transport?: MailTransport;
}

/** One line of the log, read. */
export interface LogLine {
  level: number;
  msg: string;
  [name: string]: unknown;
}

/** The real application on a database of its own, with a clock that is set and mails that are kept. */
export interface TestServer extends AsyncDisposable {
  /** The application itself, for what no call reaches: jobs, storage, streams. */
  instance: App;
  http: FastifyInstance;
  inject: FastifyInstance['inject'];
  db: Db;
  secret: ServerSecret;
  /** Of this server alone; removed with it. */
  dataDir: string;
  clock: TestClock;
  /** Every mail that has left, in the order in which they were due. */
  mails: readonly OutgoingMail[];
  /** Sends what is in the outbox and due. */
  drainOutbox(): Promise<void>;
  /** Resolves when what follows the replies of before is done. */
  whenIdle(): Promise<void>;
  /** Listens on a free port. @returns the origin, `http://127.0.0.1:…` */
  listen(): Promise<string>;
  log: readonly LogLine[];
  /** From here on clients' files and words would use the disk's reserve. */
  reachReserve(): void;
  /** Takes the errors logged so far off the list, so that `close` does not fail for them. */
  takeLoggedErrors(): LogLine[];
  /** Stops and removes everything. Throws for a logged error that the test didn't expect. */
  close(): Promise<void>;
}

const ENV = { NODE_ENV: 'test', RATE_LIMIT_SCALE: '1000', OWNER_EMAIL: 'owner@studio.example' };
const ERROR_LEVEL = 50;
/** The least that Argon2 takes. */
const LEAST_COST = { memoryCost: 8, timeCost: 1 };

export async function createTestServer(options: TestServerOptions): Promise<TestServer> {
  const clock = options.clock ?? createTestClock();
  const database = options.database ?? (await createTestDatabase(options.engine));
  const mails: OutgoingMail[] = [];
  const lines: LogLine[] = [];
  const secret = new ServerSecret(randomBytes(32));
  const dataDir = mkdtempSync(`${tmpdir()}/atelier-server-`);
  const config = { ...loadConfig({ ...ENV, DATA_DIR: dataDir, ...options.env }) };
  const app = await buildApp({
    config,
    database,
    migrations: await loadMigrations(),
    clock,
    log: createLog('debug', { write: (line) => lines.push(JSON.parse(line)) }),
    transport: options.transport ?? keepIn(mails),
    store: openStore(config.store),
    site: options.site,
    secret,
    hasher: options.hasher ?? new PasswordHasher(LEAST_COST),
    ...(options.readMail ? { readMail: options.readMail } : {}),
    ...(options.documents ? { documents: options.documents } : {}),
    ...(options.identities ? { identities: options.identities } : {}),
    ...(options.fetchCalendar ? { fetchCalendar: options.fetchCalendar } : {}),
  });
  await app.http.ready();

  const takeLoggedErrors = () => {
    const errors = lines.filter((line) => line.level >= ERROR_LEVEL);
    for (const error of errors) lines.splice(lines.indexOf(error), 1);
    return errors;
  };
  const close = async () => {
    await app.close();
    await database.remove();
    rmSync(dataDir, { recursive: true, force: true });
    const errors = takeLoggedErrors();
    if (errors.length > 0) throw new Error(`The server logged errors: ${JSON.stringify(errors, null, 2)}`);
  };
  return {
    instance: app,
    http: app.http,
    inject: app.http.inject.bind(app.http),
    db: database.db,
    secret,
    dataDir,
    clock,
    mails,
    whenIdle: () => app.whenIdle(),
    reachReserve: () => {
      config.diskReserveBytes = Number.MAX_SAFE_INTEGER;
    },
    drainOutbox: async () => {
      await app.whenIdle();
      // One at a time: `mails` has them in order.
      while ((await app.outbox.sendDue(1)) > 0);
    },
    listen: () => app.http.listen({ host: '127.0.0.1', port: 0 }),
    log: lines,
    takeLoggedErrors,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A server whose clock agrees with that of the official client, which compares a token's times with its own. */
export function createServerOfToday(engine: Engine): Promise<TestServer> {
  return createTestServer({ engine, clock: createTestClock(new Date().toISOString()) });
}

function keepIn(mails: OutgoingMail[]): MailTransport {
  return {
    description: 'kept by the test',
    send: async (mail) => {
      mails.push(mail);
    },
    close: async () => {},
  };
}
