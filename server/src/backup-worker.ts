import { parentPort, workerData } from 'node:worker_threads';
import type { BackupAnswer, BackupTask } from './backup-thread.ts';
import { describeFault } from './features/backups/copy/faults.ts';
import { makeBackup } from './features/backups/copy/make-backup.ts';
import { rehearse } from './features/backups/copy/rehearse.ts';
import { loadMigrations } from './load-migrations.ts';

/* The thread that `backup-thread.ts` starts: hashing and copying gigabytes stops no reply of the server. */
void run(workerData as BackupTask)
  .then(
    (report): BackupAnswer => ({ report }),
    (error: unknown): BackupAnswer => ({
      fault: describeFault(error),
      stack: error instanceof Error ? error.stack : undefined,
    }),
  )
  .then((answer) => parentPort?.postMessage(answer));

async function run(task: BackupTask) {
  return 'backup' in task ? makeBackup(task.backup) : rehearse(task.rehearsal, await loadMigrations());
}
