import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Writes a folder's entries to the disk: after it, a file that was made, renamed or removed in there stays so. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Whether something failed because of the file system, with this code (`ENOENT`, `EEXIST`, …). */
export function isFileFault(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
