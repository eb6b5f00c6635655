import { extname, join } from 'node:path';

/** `limited-thread.ts` starts a thread by its name; the build has a file of each `…-worker.ts`. */
export type ThreadName = 'backup' | 'calendar' | 'document' | 'mail';

/** The program of a thread, beside this file: of the sources as of the build. */
export function threadFile(name: ThreadName): string {
  return join(import.meta.dirname, `${name}-worker${extname(import.meta.filename)}`);
}
