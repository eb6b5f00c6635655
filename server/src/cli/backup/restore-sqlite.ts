import { join } from 'node:path';
import { AppError } from '@atelier/domain/errors.ts';
import type { Config } from '../../config.ts';
import { isSqliteInUse } from '../../platform/db/sqlite.ts';
import { SQLITE_PART } from './database-part.ts';
import { putBack } from './restore-folder.ts';
import type { Restoring } from './restoring.ts';

/** @throws conflict while the product runs on the file */
export function assertSqliteFree({ database }: Config): void {
  if (database.engine === 'sqlite' && isSqliteInUse(database.file)) {
    throw new AppError('conflict', 'The product is running on this data: stop it first.');
  }
}

/** Puts the database's file in its place. @returns how many rows it has */
export async function restoreSqlite({ backup, manifest }: Restoring, { database }: Config): Promise<number> {
  if (database.engine !== 'sqlite') throw new TypeError('These settings are not of SQLite');
  await putBack(join(backup, SQLITE_PART), database.file);
  return Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
}
