import { LimitedThread, ThreadLimitError } from './limited-thread.ts';
import type { MailOrder, ReadMail } from './platform/mail-in/read-mail.ts';

/** A mail that takes longer, or needs more memory, is one that nobody can read. */
const thread = new LimitedThread<MailOrder, ReadMail | undefined>('mail', { ms: 60_000, memoryMb: 512 });

/** Reads a mail in a thread of its own: what is hostile in it holds no reply of the server back. */
export async function readMailInThread(order: MailOrder): Promise<ReadMail | undefined> {
  try {
    return await thread.run(order);
  } catch (error) {
    if (error instanceof ThreadLimitError) return undefined;
    throw error;
  }
}
