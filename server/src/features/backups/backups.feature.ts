import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { type BackupsDeps, BackupsService } from './backups.service.ts';

export const backupTables = {
  backup_runs: { notExported: 'Nothing about people.' },
  backup_alarms: { notExported: 'Nothing about people.' },
} as const satisfies FeatureTables;

/** The job that makes backups and tries them out: who has its lease is the only one at it. */
export const BACKUP_JOB = 'backups.make';

/** How often the jobs look whether something is due. */
const LOOK_SECONDS = 300;

/** Backups that the product makes by itself, once BACKUP_TO says where to. */
export function createBackups(deps: BackupsDeps) {
  const backups = new BackupsService(deps);
  const { settings } = deps;
  const feature: Feature = {
    addRoutes(app) {
      if (settings) addMetrics(app.metrics, backups);
    },
    addJobs(jobs) {
      if (!settings) return;
      jobs.add({
        name: BACKUP_JOB,
        everySeconds: LOOK_SECONDS,
        isLong: true,
        // One after the other: what is tried out isn't deleted meanwhile.
        run: async (stopping) => {
          await backups.backUpIfDue(settings, stopping);
          await backups.rehearseIfDue(settings, stopping);
        },
      });
      jobs.add({
        name: 'backups.check-late',
        everySeconds: LOOK_SECONDS,
        run: () => backups.checkLate(settings),
      });
    },
  };
  return { service: backups, feature };
}

/** Whichever process made the backup. */
function addMetrics(metrics: FastifyInstance['metrics'], backups: BackupsService): void {
  metrics.readForScrape(
    {
      backup_last_success_timestamp_seconds:
        'When the last backup that succeeded began, in Unix time; 0 if there is none',
      backup_rehearsal_last_success_timestamp_seconds:
        'When a backup was last restored in a rehearsal that succeeded, in Unix time; 0 if none was',
      backup_problems: 'Problems with backups that the owner was mailed about and that are not over',
    },
    async () => {
      const { lastBackup, lastRehearsal, problems } = await backups.readStatus();
      const begin = (run: { started_at: string } | undefined) =>
        run ? Date.parse(run.started_at) / 1_000 : 0;
      return {
        backup_last_success_timestamp_seconds: begin(lastBackup),
        backup_rehearsal_last_success_timestamp_seconds: begin(lastRehearsal),
        backup_problems: problems.length,
      };
    },
  );
}
