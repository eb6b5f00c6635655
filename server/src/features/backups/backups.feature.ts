import { Gauge, type Registry } from 'prom-client';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { type BackupsDeps, BackupsService } from './backups.service.ts';

export const backupTables = {
  backup_runs: { notExported: 'Nothing about people.' },
  backup_alarms: { notExported: 'Nothing about people.' },
} as const satisfies FeatureTables;

/** How often the jobs look whether something is due. */
const LOOK_SECONDS = 300;

/** Backups that the product makes by itself, once BACKUP_TO says where to. */
export function createBackups(deps: BackupsDeps) {
  const backups = new BackupsService(deps);
  const { settings } = deps;
  const feature: Feature = {
    addRoutes(app) {
      if (settings) addMetrics(app.metrics.registry, backups);
    },
    addJobs(jobs) {
      if (!settings) return;
      jobs.add({
        name: 'backups.make',
        everySeconds: LOOK_SECONDS,
        isLong: true,
        run: (stopping) => backups.backUpIfDue(settings, stopping),
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

/** Read from the database with each scrape: whichever process made the backup. */
function addMetrics(registry: Registry, backups: BackupsService): void {
  new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the last backup that succeeded began, in Unix time; 0 if there is none',
    registers: [registry],
    async collect() {
      const { lastBackup } = await backups.readStatus();
      this.set(lastBackup ? Date.parse(lastBackup.started_at) / 1000 : 0);
    },
  });
  new Gauge({
    name: 'backup_problems',
    help: 'Problems with backups that the owner was mailed about and that are not over',
    registers: [registry],
    async collect() {
      this.set((await backups.readStatus()).problems.length);
    },
  });
}
