import { type Migration, readMigrations } from './platform/db/migrate.ts';

/** Reads the product's own migrations, in their order. */
export function loadMigrations(): Promise<Migration[]> {
  return readMigrations(`${import.meta.dirname}/migrations`);
}
