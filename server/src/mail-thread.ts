import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { MailOrder, ReadMail } from './platform/mail-in/read-mail.ts';
import { threadFile } from './thread-file.ts';

/** What the thread answers: an error loses its class on the way. */
export type MailAnswer = { read: ReadMail | undefined } | { fault: string };

/** A mail that takes longer, or needs more memory, is one that nobody can read. */
const READ_WITHIN_MS = 60_000;
const MEMORY_MB = 512;

/** Reads a mail in a thread of its own: what is hostile in it holds no reply of the server back. */
export async function readMailInThread(order: MailOrder): Promise<ReadMail | undefined> {
  const worker = new Worker(threadFile('mail'), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const timeout = AbortSignal.timeout(READ_WITHIN_MS);
  try {
    const answered = once(worker, 'message', { signal: timeout });
    const ended = once(worker, 'exit', { signal: timeout });
    const [answer] = (await Promise.race([answered, ended.then(() => [{ read: undefined }])])) as [
      MailAnswer,
    ];
    if ('read' in answer) return answer.read;
    throw new Error(answer.fault);
  } catch (error) {
    const isTooMuch =
      timeout.aborted ||
      (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
    if (isTooMuch) return undefined;
    throw error;
  } finally {
    await worker.terminate();
  }
}
