import { parentPort, workerData } from 'node:worker_threads';
import type { MailAnswer } from './mail-thread.ts';
import { type MailOrder, readMail } from './platform/mail-in/read-mail.ts';

/* The thread that `mail-thread.ts` starts. */
void readMail(workerData as MailOrder)
  .then(
    (read): MailAnswer => ({ read }),
    (error: unknown): MailAnswer => ({
      fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  )
  .then((answer) => parentPort?.postMessage(answer));
