import { api } from '@atelier/domain/api.ts';
import type { JobName } from '@atelier/domain/health/jobs.ts';
import type { JobState } from '@atelier/domain/health/schema.ts';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import type { Feature, FeatureTables, MailPorts } from '../../core/feature.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import type { JobRun } from '../../platform/jobs/job-runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressesCheck } from './addresses.check.ts';
import { type BackupState, backupCheck } from './backup.check.ts';
import { bouncesCheck } from './bounces.check.ts';
import { certificateCheck } from './certificate.check.ts';
import { clockCheck } from './clock.check.ts';
import { type CheckedDatabase, databaseChecks } from './database.checks.ts';
import { HealthService } from './health.service.ts';
import { listRaisedAlarms } from './health-alarms.repository.ts';
import { HealthWatch } from './health-watch.ts';
import { invoicesCheck } from './invoices.check.ts';
import { isLate, jobsCheck } from './jobs.check.ts';
import { keysCheck, type SigningKeyFacts } from './keys.check.ts';
import { type MachineSettings, machineChecks } from './machine.checks.ts';
import type { ReadMailbox } from './mail-in.check.ts';
import { UnsentMails } from './unsent-mails.ts';

type Declared = Record<JobName, true>;

declare module '../../platform/jobs/job-runner.ts' {
  interface JobNames extends Declared {}
}

export const healthTables = {
  health_alarms: { notExported: 'Nothing about people.' },
  clashing_addresses: { notExported: 'Addresses of other rows, which are exported.' },
} as const satisfies FeatureTables;

/** How often problems are looked for, to mail them. */
const LOOK_SECONDS = 300;

export interface HealthPorts {
  platform: Pick<Platform, 'db' | 'clock' | 'jobs' | 'publicUrl'>;
  /** What is checked of the settings. */
  settings: MachineSettings;
  migrations: CheckedDatabase['migrations'];
  mails: MailPorts;
  readBackups(): Promise<BackupState>;
  /** Undefined where another provider signs users in. */
  readKeys: (() => Promise<SigningKeyFacts>) | undefined;
  /** Whether pages are served. */
  hasSite: boolean;
  /** How many addresses emails came back from. */
  countBouncedAddresses(): Promise<number>;
  /** Stored addresses that two rows would have by the rule. */
  listClashingAddresses(): Promise<{ email: string; becomes: string }[]>;
  /** How many invoices should have been sent by themselves and weren't. */
  countHeldInvoices(): Promise<number>;
  readMailbox: ReadMailbox;
  /** Has the worker of the outbox look at once. */
  wakeOutbox(): void;
}

/** The page of the installation's health: what is checked, the recurring jobs, and the mails that haven't left. */
export function createHealth({
  platform,
  settings,
  migrations,
  mails,
  readBackups,
  readKeys,
  hasSite,
  countBouncedAddresses,
  listClashingAddresses,
  countHeldInvoices,
  readMailbox,
  wakeOutbox,
}: HealthPorts): Feature {
  const { db, clock, jobs, publicUrl } = platform;
  const health = new HealthService({
    clock,
    checks: [
      ...machineChecks(settings, async () => hasSite, readMailbox),
      ...databaseChecks({ db, location: settings.database, migrations, clock }),
      clockCheck({ db, clock, settings }),
      ...(readKeys ? [keysCheck(readKeys, clock)] : []),
      bouncesCheck(countBouncedAddresses),
      addressesCheck(listClashingAddresses),
      certificateCheck({ publicUrl, clock }),
      backupCheck(readBackups),
      jobsCheck({
        clock,
        since: () => jobs.lookingSince,
        listJobs: async () => (await jobs.listRuns()).flatMap(({ row }) => row ?? []),
      }),
      invoicesCheck(countHeldInvoices),
    ],
  });
  const unsent = new UnsentMails({ db, clock, wakeOutbox });
  return {
    addRoutes(app) {
      app.metrics.readForScrape(
        {
          health_problem: {
            help: 'Checks with a problem that the owner was mailed about and that is not over',
            label: 'check',
          },
        },
        async () => ({ health_problem: new Map((await listRaisedAlarms(db)).map((id) => [id, 1])) }),
      );
      bindAdminEndpoint(app, api.getHealth, async ({ query }) => {
        const { checkedAt, findings } = await health.check({ isRefresh: query.refresh === 'true' });
        // Without a database there is still what was found of it.
        const runs = await jobs.listRuns().catch(() => []);
        return {
          now: isoNow(clock),
          checkedAt,
          findings,
          jobs: runs.map((run) => presentJob(run, clock, jobs.lookingSince)),
        };
      });
      bindAdminEndpoint(app, api.listUnsentMails, async () => unsent.list());
      bindAdminEndpoint(app, api.retryFailedMails, async () => ({ retried: await unsent.retryFailed() }));
      bindAdminEndpoint(app, api.retryMail, async ({ params }) => ({
        retried: await unsent.retry(params.id),
      }));
    },
    addJobs(recurring) {
      const watch = new HealthWatch({ db, clock, mails, health });
      recurring.add({ name: 'health.watch', everySeconds: LOOK_SECONDS, run: () => watch.look() });
    },
  };
}

/** @param since when this process began to run jobs, or last woke, in ms since 1970 */
function presentJob({ name, everySeconds, row }: JobRun<JobName>, clock: Clock, since: number): JobState {
  const late = row !== undefined && isLate(row, clock, since);
  return {
    name,
    everySeconds,
    isRunning: row?.owner != null && !late,
    isLate: late,
    startedAt: row?.started_at ?? null,
    succeededAt: row?.succeeded_at ?? null,
    nextAt: row?.next_at ?? null,
    failures: row?.failures ?? 0,
    error: row?.last_error ?? null,
  };
}
