import { AppError } from '@atelier/domain/errors.ts';
import type { Config } from '../config.ts';
import { readKeyFile, SigningKeys } from '../features/auth/tokens/signing-keys.ts';
import { loadMigrations } from '../load-migrations.ts';
import { systemClock } from '../platform/clock.ts';
import { findMissingMigrations } from '../platform/db/migrate.ts';
import { openDatabase } from '../platform/db/open.ts';
import { loadServerSecret } from '../platform/server-secret.ts';

/** The keys of this installation, for a command that needs them. Throws conflict where the database is not up to date. */
export async function openSigningKeys(
  config: Config,
): Promise<{ keys: SigningKeys; close(): Promise<void> }> {
  const { db, close } = openDatabase(config.database);
  try {
    if ((await findMissingMigrations(db, await loadMigrations())).length > 0) {
      throw new AppError('conflict', 'The database isn’t up to date: npm run studio -- migrate');
    }
    const { signingKeyFile: file } = config.auth;
    const own = file ? await readKeyFile(file) : undefined;
    const keys = new SigningKeys(db, await loadServerSecret(config.dataDir), systemClock, own);
    await keys.load();
    return { keys, close };
  } catch (error) {
    await close();
    throw error;
  }
}
