import { MAIL_LATE_SECONDS } from '@atelier/domain/health/rules.ts';
import { FAILED_MAILS_DAYS } from '@atelier/domain/projects/rules.ts';
import pg from 'pg';
import { type Clock, isoIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { findMissingMigrations, type Migration } from '../../platform/db/migrate.ts';
import type { DatabaseLocation } from '../../platform/db/open.ts';
import { checkSqliteIntegrity } from '../../platform/db/sqlite.ts';
import { DEAF, hearsNotifications } from '../../platform/events/postgres-event-bus.ts';
import { isLoopbackName } from '../../platform/http/client.ts';
import { countUnsentMails, findLateMail } from '../../platform/mail/unsent-mails.repository.ts';
import { STUDIO_COMMAND } from '../../platform/version.ts';
import { type Check, ok, problem, type Result } from './checks.ts';
import { readDatabaseSize } from './database-facts.repository.ts';

export interface CheckedDatabase {
  db: Db;
  location: DatabaseLocation;
  migrations: readonly Migration[];
  clock: Clock;
}

/** What is checked of a database that can be asked. */
export function databaseChecks(database: CheckedDatabase): Check[] {
  const { location } = database;
  return [
    { id: 'database', run: () => checkDatabase(database) },
    ...(location.engine === 'postgres'
      ? ([
          { id: 'database-tls', run: () => checkDatabaseTls(location.url) },
          { id: 'notifications', run: () => checkNotifications(location.url) },
        ] satisfies Check[])
      : []),
    { id: 'mails', run: () => checkMails(database) },
    { id: 'mail-delivery', run: () => checkDelivery(database) },
  ];
}

/** Reads the whole file, during which a running product would answer nobody: for commands. */
export function integrityCheck({ db }: Pick<CheckedDatabase, 'db'>): Check {
  return { id: 'integrity', run: () => checkIntegrity(db) };
}

const MEGABYTE = 1024 ** 2;
/** More would fill the screen, as before the first start. */
const NAMED_STEPS = 5;

async function checkDatabase({ db, location, migrations }: CheckedDatabase): Promise<Result> {
  const name = location.engine === 'postgres' ? 'PostgreSQL' : 'SQLite';
  const missing = await findMissingMigrations(db, migrations);
  if (missing.length > 0) {
    const steps =
      missing.length > NAMED_STEPS
        ? `${missing.length} steps are missing, ${missing[0]} to ${missing.at(-1)}`
        : missing.join(', ');
    return problem(
      `The database isn’t migrated: ${steps}.`,
      `Start the product, or run: ${STUDIO_COMMAND} migrate`,
    );
  }
  const size = Math.ceil((await readDatabaseSize(db)) / MEGABYTE).toLocaleString('en');
  return ok(`The database (${name}) responds, is up to date and has ${size} MB.`);
}

async function checkIntegrity(db: Db): Promise<Result> {
  const { faults, orphans } = await checkSqliteIntegrity(db);
  const whatToDo = 'Restore the newest backup into another folder, check it, and use that.';
  if (faults.length > 0) return problem(`The database file is damaged: ${faults[0]}.`, whatToDo);
  if (orphans > 0) return problem(`${orphans} rows refer to rows that don’t exist.`, whatToDo);
  return ok('The database file is intact.');
}

/** Live events are notifications, which some PostgreSQL connections (poolers) don't deliver. */
async function checkNotifications(url: string): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    if (await hearsNotifications(client, url)) return ok('Database notifications arrive.');
    return problem(DEAF.meaning, DEAF.whatToDo);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether what is in the database travels encrypted, or over no network; `sslmode=disable` is the owner's own word. */
export function checkDatabaseTls(url: string): Result {
  const { host, ssl } = new pg.Client({ connectionString: url });
  if (ssl) return ok('The connection to the database is encrypted.');
  if (host.startsWith('/') || isLoopbackName(host)) return ok('The database is on this machine.');
  const sentence = `The connection to the database at ${host} isn’t encrypted`;
  if (new URL(url).searchParams.get('sslmode') === 'disable') {
    return ok(`${sentence}, as DATABASE_URL says (sslmode=disable).`);
  }
  return problem(
    `${sentence}.`,
    'Add ?sslmode=verify-full to DATABASE_URL, or ?sslmode=disable if the network between is only yours.',
  );
}

async function checkMails({ db, clock }: CheckedDatabase): Promise<Result> {
  const counts = await countUnsentMails(db, isoIn(clock, -FAILED_MAILS_DAYS * 24 * 3_600));
  const failed = `${counts.failed} given up in the last ${FAILED_MAILS_DAYS} days`;
  const sentence = `Emails: ${counts.pending} waiting, ${failed}.`;
  if (counts.failed === 0) return ok(sentence);
  return problem(
    sentence,
    'Correct the address or the mail server, then retry them under “Unsent emails” on the page Health.',
  );
}

async function checkDelivery({ db, clock }: CheckedDatabase): Promise<Result> {
  const late = await findLateMail(db, isoIn(clock, -MAIL_LATE_SECONDS));
  if (!late) return ok('No email waits for a mail server that refuses it or is away.');
  return problem(
    `The mail server hasn’t taken some emails for more than an hour: ${late.last_error}.`,
    'Check SMTP_URL and the mail server. Waiting emails leave by themselves once it takes them.',
  );
}
