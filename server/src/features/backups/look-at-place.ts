import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listNames } from './copy/entry.ts';
import { describeFault } from './copy/faults.ts';
import { type BackupOrder, openDestination } from './copy/make-backup.ts';

/** Where a person looks: the place of backups, and this machine's folders. */
export type LookedAt = Pick<BackupOrder, 'to' | 'dataDir' | 'spoolDir' | 'sealing'>;

/** Why no backup can be made in the place, as it is now, a sentence; undefined if nothing is in the way. */
export async function findPlaceFault({ to, spoolDir }: LookedAt): Promise<string | undefined> {
  const destination = openDestination(to, 'reader', spoolDir);
  try {
    if (destination.folder !== undefined) {
      await access(destination.folder, constants.R_OK | constants.W_OK | constants.X_OK);
    }
    await listNames(destination);
    return undefined;
  } catch (error) {
    return `The backups ${destination.description} are out of reach. ${describeFault(error)}`;
  } finally {
    await destination.close();
  }
}

/** No file of private keys is larger, in bytes. */
const MAX_KEY_BYTES = 64 * 1024;
const PRIVATE_KEY = 'AGE-SECRET-KEY-1';

/**
 * Files with a private key that lie where the product does, or beside its encrypted backups: who takes over the one could read the others.
 * Looks in the folders themselves, not below them.
 */
export async function findPrivateKeys({ to, dataDir, sealing }: LookedAt): Promise<string[]> {
  if (!sealing) return [];
  const found: string[] = [];
  for (const folder of new Set([process.cwd(), dataDir, ...(to.kind === 'folder' ? [to.folder] : [])])) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      if (await hasPrivateKey(path)) found.push(path);
    }
  }
  return found;
}

/** What can't be read has none for this account. */
async function hasPrivateKey(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size > MAX_KEY_BYTES) return false;
    return (await readFile(path, 'utf8')).includes(PRIVATE_KEY);
  } catch {
    return false;
  }
}
