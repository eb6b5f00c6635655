import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { studio } from '@atelier/content/studio.ts';
import type { Logger } from 'pino';
import { type App, buildApp, hasMailboxPage } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { loadMigrations } from './load-migrations.ts';
import { systemClock } from './platform/clock.ts';
import { migrateLocation, requireNoStop } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open.ts';
import { loadSite } from './platform/http/site.ts';
import { createLog, toReadableLine } from './platform/log.ts';
import { createMailboxTransport } from './platform/mail/mailbox.ts';
import { createSmtpTransport } from './platform/mail/smtp.ts';
import { findPassedSocket, notifySupervisor, PreviousProcess } from './platform/process/previous-process.ts';
import { loadServerSecret } from './platform/server-secret.ts';
import { openStore } from './platform/storage/object-store.ts';
import { FULL_VERSION, STUDIO_COMMAND } from './platform/version.ts';
import { Restart } from './restart.ts';
import { listSettingsFiles, requirePlainSettingsFiles } from './settings-file.ts';

/** Where the web's build is. */
export const SITE_FOLDER = join(import.meta.dirname, '../../web/build');
/** One Ctrl-C can arrive more than once: from the terminal and from npm. */
const SAME_SIGNAL_MS = 1_000;
/** A stopping process ends after this long in any case. */
const STOP_WITHIN_MS = 25_000;

/**
 * Runs the product until a signal stops it: settings, database, migrations, listening. A fault before it
 * listens is printed in words and ends the process with 1; so does an unexpected error later.
 * @param signIns lines that say who can sign in, in place of how to become the owner
 */
export async function runServer(env: NodeJS.ProcessEnv, signIns?: readonly string[]): Promise<void> {
  const previous = PreviousProcess.find(env);
  try {
    requirePlainSettingsFiles(listSettingsFiles(process.execArgv));
    const config = loadConfig(env);
    const log = openLog(config);
    endOnUnexpected(log);
    const starting = startApp(config, log, { env, previous, signIns });
    stopOnSignal(starting, log);
    await starting;
  } catch (error) {
    const why = describeStartFault(error);
    console.error(why);
    await previous?.fail(why);
    process.exit(1);
  }
}

/** For machines, unless a person is looking. */
function openLog({ logLevel, production }: Config): Logger {
  const watched = !production && process.stdout.isTTY;
  return watched
    ? createLog(logLevel, { write: (line) => process.stdout.write(toReadableLine(line)) })
    : createLog(logLevel);
}

/** The product, listening. */
interface Running {
  /** Answers what is under way, and ends. */
  stop(): Promise<never>;
}

interface Start {
  env: NodeJS.ProcessEnv;
  /** The process that this one takes over from. */
  previous: PreviousProcess | undefined;
  signIns: readonly string[] | undefined;
}

async function startApp(config: Config, log: Logger, { env, previous, signIns }: Start): Promise<Running> {
  // Keys, mails and perhaps the database: for no other account on this machine.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const migrations = await loadMigrations();
  if (previous) await requireNoStop(config.database, migrations);
  const applied = await migrateLocation(config.database, migrations, systemClock);
  if (applied.length > 0) log.info({ applied }, 'the database was migrated');
  const database = openDatabase(config.database, {
    onBrokenConnection: (error) => log.warn({ err: error }, 'a connection to the database broke'),
  });
  const { smtpUrl, mayBePlain } = config.mail;
  const transport = smtpUrl
    ? createSmtpTransport(smtpUrl, { mayBePlain })
    : createMailboxTransport(config.mailboxDir);
  const [secret, site] = [await loadServerSecret(config.dataDir), await loadSite(SITE_FOLDER)];
  const app = await buildApp({
    config,
    database,
    migrations,
    clock: systemClock,
    log,
    transport,
    store: openStore(config.store),
    site,
    secret,
  });
  if (previous) {
    // Before it listens: the previous process goes on for a while.
    void previous.gone.then(database.share());
    previous.onEvent = (event) => app.platform.events.receive(event);
  }
  const fd = findPassedSocket(env);
  await app.http.listen({ host: config.host, port: config.port, ...(fd !== undefined && { fd }) });
  const stop = async (): Promise<never> => {
    endWithin(STOP_WITHIN_MS, log);
    restart.close();
    await app.close();
    await database.close();
    log.info('stopped');
    process.exit(0);
  };
  const inCharge = Promise.withResolvers<void>();
  const restart = new Restart({
    config,
    app,
    database,
    log,
    env,
    // systemd gives each service an id, and one of type notify a socket.
    isServiceOfOneProcess: env.INVOCATION_ID !== undefined && env.NOTIFY_SOCKET === undefined,
    inCharge: inCharge.promise,
    end: stop,
  });
  await restart.listen();
  // Before the previous process ends, which would be the end of the service.
  if (previous) await notifySupervisor(env, log);
  await previous?.takeOver();
  app.start();
  inCharge.resolve();
  if (!previous) await notifySupervisor(env, log);
  announce(config, app, transport.description, site !== undefined, log, signIns);
  return { stop };
}

/** In production a line of the log, else sentences for the person who started it. */
function announce(
  config: Config,
  app: App,
  mails: string,
  built: boolean,
  log: Logger,
  signIns?: readonly string[],
): void {
  const { port } = app.http.server.address() as AddressInfo;
  if (config.production) {
    log.info(
      { version: FULL_VERSION, url: config.publicUrl, port, engine: config.database.engine, mails },
      'listening',
    );
    return;
  }
  const lines = [
    `${studio.name} is at ${config.publicUrl} (port ${port}).`,
    built ? '' : 'The site isn’t built yet: "npm start" does that, "npm run dev" serves it as you work.',
    ...(signIns ?? [describeOwner(config)]),
    hasMailboxPage(config)
      ? `Emails are ${mails}; read them at ${config.publicUrl}/dev/mailbox`
      : `Emails are ${mails}.`,
    `Data is in ${config.dataDir}: the one folder to back up.`,
  ];
  console.log(`\n${lines.filter(Boolean).join('\n')}\n`);
}

function describeOwner({ ownerEmail }: Config): string {
  return ownerEmail
    ? `Sign up as ${ownerEmail} and confirm the address to become the owner.`
    : `To become the owner: set OWNER_EMAIL and sign up with it, or run "${STUDIO_COMMAND} owner <email>".`;
}

/** Stops in order; a signal during the start takes effect right after it. */
function stopOnSignal(starting: Promise<Running>, log: Logger): void {
  let stoppingSince: number | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < SAME_SIGNAL_MS) return;
      log.warn({ signal }, 'told to stop twice: stopping at once');
      process.exit(1);
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping: answering what is under way');
    endWithin(STOP_WITHIN_MS, log);
    await (await starting).stop();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function endWithin(ms: number, log: Logger): void {
  setTimeout(() => {
    log.error('not everything ended in time');
    process.exit(1);
  }, ms).unref();
}

/** After an unexpected error nothing is certain: better to end and be restarted. */
function endOnUnexpected(log: Logger): void {
  const end = (error: unknown) => {
    log.fatal(
      { err: error instanceof Error ? error : new Error(String(error)) },
      'an unexpected error; ending',
    );
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

function describeStartFault(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}: the port is taken. Stop what uses it, or set PORT.`;
  }
  const causes: string[] = [];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) causes.push(cause.message);
  return [
    `The server could not start: ${error.message}`,
    ...causes.map((cause) => `  because: ${cause}`),
  ].join('\n');
}
