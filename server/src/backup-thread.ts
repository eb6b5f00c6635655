import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BackupWork } from './features/backups/backups.service.ts';
import type { BackupOrder, BackupReport } from './features/backups/copy/make-backup.ts';
import type { RehearsalOrder, RehearsalReport } from './features/backups/copy/rehearse.ts';
import { threadFile } from './thread-file.ts';

/** What the thread is given to do. */
export type BackupTask = { backup: BackupOrder } | { rehearsal: RehearsalOrder };

/** What the thread answers: an error loses its class on the way. */
export type BackupAnswer =
  | { report: BackupReport | RehearsalReport }
  | { fault: string; stack?: string | undefined };

/** Does what takes long in a thread of its own, which ends at once when the process stops. */
export const backupWork: BackupWork = {
  makeBackup: async (order, stopping) => (await run({ backup: order }, stopping)) as BackupReport,
  rehearse: async (order, stopping) => (await run({ rehearsal: order }, stopping)) as RehearsalReport,
};

async function run(task: BackupTask, stopping: AbortSignal): Promise<BackupReport | RehearsalReport> {
  stopping.throwIfAborted();
  const worker = new Worker(threadFile('backup'), { workerData: task });
  try {
    const ended = once(worker, 'exit', { signal: stopping }).then(() => [{ fault: 'Its thread ended.' }]);
    const answered = once(worker, 'message', { signal: stopping });
    const [answer] = (await Promise.race([answered, ended])) as [BackupAnswer];
    if ('report' in answer) return answer.report;
    const error = new Error(answer.fault);
    if (answer.stack) error.stack = answer.stack;
    throw error;
  } finally {
    await worker.terminate();
  }
}
