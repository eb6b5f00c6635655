import { isJobName } from '@atelier/domain/health/jobs.ts';
import type { Finding, FindingLevel } from '@atelier/domain/health/rules.ts';
import type { Config } from '../config.ts';
import { backupCheck } from '../features/health/backup.check.ts';
import { type Check, problem, runChecks } from '../features/health/checks.ts';
import { clockCheck } from '../features/health/clock.check.ts';
import { databaseChecks, integrityCheck } from '../features/health/database.checks.ts';
import { jobsCheck } from '../features/health/jobs.check.ts';
import { checkFiles, machineChecks } from '../features/health/machine.checks.ts';
import { findMailboxState } from '../features/mail-in/mailbox-positions.repository.ts';
import { loadMigrations } from '../load-migrations.ts';
import { systemClock } from '../platform/clock.ts';
import { findMissingMigrations } from '../platform/db/migrate.ts';
import { AS_LONG_AS_IT_TAKES_MS, type OpenDatabase, openDatabase } from '../platform/db/open.ts';
import { loadSite } from '../platform/http/site.ts';
import { listJobLeases } from '../platform/jobs/job-leases.repository.ts';
import { describeError } from '../platform/log.ts';
import { mailboxName } from '../platform/mail-in/imap-mailbox.ts';
import { SITE_FOLDER } from '../run-server.ts';
import { openBackups } from './backup/open-backups.ts';
import type { Command } from './command.ts';

const WORDS: Record<FindingLevel, string> = { ok: 'ok   ', notice: 'note ', problem: 'WRONG' };

export const doctorCommand: Command = {
  name: 'doctor',
  usage: '',
  summary: 'check settings, folder, database, files, backups, emails and site for problems',
  details: ['The page Health in the back office shows the same of a running product.'],
  async run(_args, { config, print }) {
    const database = tryOpen(config);
    try {
      const checks = [
        ...machineChecks(
          config,
          async () => (await loadSite(SITE_FOLDER)) !== undefined,
          () => readMailbox(database, config),
        ),
        ...(await checksOf(database, config)),
      ];
      const findings = await runChecks(checks, AS_LONG_AS_IT_TAKES_MS);
      for (const finding of findings) print(describeFinding(finding));
      return findings.some(({ level }) => level === 'problem') ? 1 : 0;
    } finally {
      if (!(database instanceof Error)) await database.close();
    }
  },
};

function describeFinding({ level, sentence, whatToDo }: Finding): string {
  return `${WORDS[level]} ${sentence}${whatToDo === null ? '' : ` ${whatToDo}`}`;
}

function tryOpen({ database }: Config): OpenDatabase | Error {
  try {
    return openDatabase(database);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** @throws where the database doesn't answer, or lacks the table */
async function readMailbox(database: OpenDatabase | Error, { mailIn }: Config) {
  if (database instanceof Error || !mailIn?.imap) return undefined;
  return findMailboxState(database.db, mailboxName(mailIn.imap));
}

/** The checks of a database that answers; else the one that says why it doesn't. */
async function checksOf(database: OpenDatabase | Error, config: Config): Promise<Check[]> {
  const fault = database instanceof Error ? database : await database.ping().then(() => undefined, asError);
  if (fault || database instanceof Error) {
    const result = problem(
      `The database doesn’t respond: ${describeError(fault)}.`,
      'Check DATABASE_URL, or the file in DATA_DIR and who may read it.',
    );
    return [{ id: 'database', run: () => result }];
  }
  const { db, location } = database;
  const migrations = await loadMigrations();
  const checks = [
    ...databaseChecks({ db, location, migrations, clock: systemClock }),
    clockCheck({ db, clock: systemClock, settings: config }),
    // The product may be stopped: then nothing runs them.
    jobsCheck({
      clock: systemClock,
      since: undefined,
      listJobs: async () => (await listJobLeases(db)).filter(({ name }) => isJobName(name)),
    }),
  ];
  // The others ask tables that may be missing.
  if ((await findMissingMigrations(db, migrations)).length > 0) {
    return checks.filter(({ id }) => id === 'database');
  }
  const { service } = await openBackups({ config }, database);
  checks.push(backupCheck(() => service.look()));
  const bucket = config.backups?.to;
  if (bucket?.kind === 's3') {
    const place = { store: bucket, spoolDir: config.spoolDir };
    checks.push({ id: 'backup', run: () => checkFiles(place, 'Backups') });
  }
  return location.engine === 'sqlite' ? [...checks, integrityCheck({ db })] : checks;
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));
