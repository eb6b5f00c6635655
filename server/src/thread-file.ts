import { extname, join } from 'node:path';

/** The program of a thread, beside this file: of the sources as of the build. */
export function threadFile(name: 'backup' | 'calendar' | 'mail'): string {
  return join(import.meta.dirname, `${name}-worker${extname(import.meta.filename)}`);
}
