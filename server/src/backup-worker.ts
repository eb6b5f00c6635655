import { parentPort, workerData } from 'node:worker_threads';
import type { BackupAnswer } from './backup-thread.ts';
import { describeFault } from './features/backups/copy/faults.ts';
import { type BackupOrder, makeBackup } from './features/backups/copy/make-backup.ts';

/* The thread that `backup-thread.ts` starts: hashing and copying gigabytes stops no reply of the server. */
void makeBackup(workerData as BackupOrder)
  .then(
    (report): BackupAnswer => ({ report }),
    (error: unknown): BackupAnswer => ({
      fault: describeFault(error),
      stack: error instanceof Error ? error.stack : undefined,
    }),
  )
  .then((answer) => parentPort?.postMessage(answer));
