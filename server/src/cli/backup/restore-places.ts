import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { AppError } from '@atelier/domain/errors.ts';
import type { Config } from '../../config.ts';
import { isFileFault } from '../../platform/durable-file.ts';
import type { Manifest } from './manifest.ts';

/** The backup's real path, with links resolved. @throws not_found */
export async function findBackup(given: string): Promise<string> {
  try {
    return await realpath(given);
  } catch (cause) {
    if (!isFileFault(cause, 'ENOENT')) throw cause;
    throw new AppError('not_found', `There is no backup at ${resolve(given)}.`, { cause });
  }
}

/**
 * Restoring moves the contents of the data folder and writes there, so neither the backup nor the
 * data folder may be inside the other.
 * @throws conflict
 */
export async function assertApart(backup: string, manifest: Manifest, { dataDir }: Config): Promise<void> {
  const data = await placeOf(dataDir);
  const parts = await Promise.all(manifest.parts.map(({ path }) => realpath(join(backup, path))));
  if ([backup, ...parts].some((path) => isWithin(path, data))) {
    throw new AppError(
      'conflict',
      `The backup is inside DATA_DIR (${dataDir}), which is what it replaces. Nothing was touched. ` +
        'Move it to another folder and restore it from there.',
    );
  }
  if (isWithin(data, backup)) {
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
