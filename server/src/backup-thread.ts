import type { BackupWork } from './features/backups/backups.service.ts';
import type { BackupOrder, BackupReport } from './features/backups/copy/make-backup.ts';
import type { RehearsalOrder, RehearsalReport } from './features/backups/copy/rehearse.ts';
import { LimitedThread } from './limited-thread.ts';

/** What the thread is given to do. */
export type BackupTask = { backup: BackupOrder } | { rehearsal: RehearsalOrder };

/** Gigabytes take their time: it ends when the process stops. */
const thread = new LimitedThread<BackupTask, BackupReport | RehearsalReport>('backup');

/** Does what takes long in a thread of its own. */
export const backupWork: BackupWork = {
  makeBackup: async (order, stopping) => (await thread.run({ backup: order }, stopping)) as BackupReport,
  rehearse: async (order, stopping) => (await thread.run({ rehearsal: order }, stopping)) as RehearsalReport,
};
