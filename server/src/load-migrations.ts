import { type Migration, readMigrations } from './platform/db/migrate.ts';

export function loadMigrations(): Promise<Migration[]> {
  return readMigrations(`${import.meta.dirname}/migrations`);
}
