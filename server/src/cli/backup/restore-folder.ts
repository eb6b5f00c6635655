import { mkdir, mkdtemp, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { AppError } from '@atelier/domain/errors.ts';
import type { Config } from '../../config.ts';
import { type BackupSource, readPart } from '../../features/backups/copy/backup-source.ts';
import { BALLAST_FILE } from '../../platform/db/ballast.ts';
import type { Migration } from '../../platform/db/migrate.ts';
import { isFileFault, replaceFile, syncFolder, writeSynced } from '../../platform/durable-file.ts';
import { newId } from '../../platform/ids.ts';
import { checkStore } from '../../platform/storage/check-store.ts';
import { openStore } from '../../platform/storage/object-store.ts';

export interface Restoring {
  backup: BackupSource;
  /** The migrations of this program. */
  known: readonly Migration[];
  /** Whether existing data may be set aside. */
  isOver: boolean;
}

const ASIDE = 'before-restore-';

/** The product's data in its folder, without the ballast and data that an earlier restore set aside. */
async function listData({ dataDir }: Config): Promise<string[]> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (isFileFault(error, 'ENOENT') || isFileFault(error, 'ENOTDIR')) return [];
    throw error;
  });
  return names.filter((name) => !name.startsWith(ASIDE) && name !== BALLAST_FILE);
}

/** @throws conflict if the data folder isn't empty */
export async function assertFolderFree(config: Config): Promise<void> {
  const names = await listData(config);
  if (names.length === 0) return;
  throw new AppError(
    'conflict',
    `There is data in ${config.dataDir} (${names.slice(0, 5).join(', ')}). ` +
      'Use another DATA_DIR, or --over to set it aside and restore.',
  );
}

/**
 * Creates the data folder if it is missing, and checks that it is writable.
 * @throws conflict if it can't be created or written, before anything is touched
 */
export async function assertFolderWritable({ dataDir }: Config): Promise<void> {
  const probe = join(dataDir, `${ASIDE}${newId()}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await mkdir(probe, { mode: 0o700 });
    await rmdir(probe);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('conflict', `${dataDir} cannot be written: ${reason}. Nothing was touched.`, {
      cause,
    });
  }
}

/** @throws unavailable if files go to a bucket that isn't writable and readable */
export async function assertBucketReachable({ store }: Config): Promise<void> {
  if (store.kind !== 's3') return;
  const spoolDir = await mkdtemp(join(tmpdir(), 'atelier-restore-'));
  try {
    await checkStore({ store, spoolDir });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Files cannot be kept in the bucket ${store.bucket}: ${reason}. Nothing was touched.`;
    throw new AppError('unavailable', message, { cause });
  } finally {
    await rm(spoolDir, { recursive: true, force: true });
  }
}

/** Moves the data folder's contents into a new folder inside it. @returns its path; undefined if it was empty */
export async function setAside(config: Config): Promise<string | undefined> {
  const names = await listData(config);
  if (names.length === 0) return undefined;
  const aside = join(
    config.dataDir,
    `${ASIDE}${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`,
  );
  await mkdir(aside, { mode: 0o700 });
  for (const name of names) await rename(join(config.dataDir, name), join(aside, name));
  await syncFolder(aside);
  await syncFolder(config.dataDir);
  return aside;
}

/** Restores files to the configured store, and mailbox and keys to the data folder. @returns the number of files */
export async function restoreFiles({ backup }: Restoring, config: Config): Promise<number> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await mkdir(config.spoolDir, { recursive: true, mode: 0o700 });
  const { manifest } = backup;
  const store = openStore(config.store);
  let count = 0;
  try {
    for (const part of manifest.parts) {
      const { path } = part;
      if (path.startsWith('files/')) {
        const spooled = join(config.spoolDir, newId());
        const facts = await writeSynced(spooled, backup.read(part));
        await store.put(basename(path), { path: spooled, ...facts });
        await rm(spooled, { force: true });
        count += 1;
      } else if (path.startsWith('mailbox/')) {
        await putBack(backup, path, join(config.mailboxDir, basename(path)));
      }
    }
  } finally {
    await store.close();
  }
  for (const name of ['server.secret', 'signing-keys.json']) {
    if (manifest.parts.some(({ path }) => path === name)) {
      await putBack(backup, name, join(config.dataDir, name));
    }
  }
  return count;
}

/** Copies a part under another name, then moves it into place, so that it is never there in part. */
async function putBack(backup: BackupSource, path: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await replaceFile(to, readPart(backup, path));
}

/**
 * Restoring moves the contents of the data folder and writes there, so neither the backup nor the
 * data folder may be inside the other.
 * @throws conflict
 */
export async function assertApart({ occupies }: BackupSource, { dataDir }: Config): Promise<void> {
  const data = await placeOf(dataDir);
  const places = await Promise.all(occupies.map((path) => realpath(path)));
  if (places.some((path) => isWithin(path, data))) {
    throw new AppError(
      'conflict',
      `The backup is inside DATA_DIR (${dataDir}), which is what it replaces. Nothing was touched. ` +
        'Move it to another folder and restore it from there.',
    );
  }
  if (occupies[0] !== undefined && isWithin(data, occupies[0])) {
    throw new AppError(
      'conflict',
      `DATA_DIR (${dataDir}) is inside the backup. Nothing was touched. Use another DATA_DIR.`,
    );
  }
}

/** The real path, also when its last folders don't exist yet. */
async function placeOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const isMissing = isFileFault(error, 'ENOENT') || isFileFault(error, 'ENOTDIR');
    if (!isMissing || dirname(path) === path) throw error;
    return join(await placeOf(dirname(path)), basename(path));
  }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}
