import type { BackupTask } from './backup-thread.ts';
import { describeFault } from './features/backups/copy/faults.ts';
import { makeBackup } from './features/backups/copy/make-backup.ts';
import { rehearse } from './features/backups/copy/rehearse.ts';
import { loadMigrations } from './load-migrations.ts';
import { answerOrder } from './thread-answer.ts';

/* The thread that `backup-thread.ts` starts: hashing and copying gigabytes stops no reply of the server. */
void answerOrder(run, describeFault);

async function run(task: BackupTask) {
  return 'backup' in task ? makeBackup(task.backup) : rehearse(task.rehearsal, await loadMigrations());
}
