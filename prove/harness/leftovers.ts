import { readdirSync } from 'node:fs';
import type { DatabaseLocation } from '../../server/src/platform/db/open.ts';
import { withDatabase } from './kept.ts';

export const IN_SPOOL = 'left in the spool';

/** What of files is there by half, in words: bytes that no row leads to, and rows whose bytes are missing. */
export async function findHalfKept(location: DatabaseLocation, dataDir: string): Promise<string[]> {
  const rows = await withDatabase(location, (db) =>
    db.selectFrom('stored_files').select(['key', 'drop_at']).execute(),
  );
  const rowKeys = new Set(rows.map(({ key }) => key));
  const keys = new Set(filesIn(`${dataDir}/files`));
  return [
    ...filesIn(`${dataDir}/spool`).map((name) => `${IN_SPOOL}: ${name}`),
    ...[...keys].filter((key) => !rowKeys.has(key)).map((key) => `bytes without a row: ${key}`),
    ...rows
      .filter(({ key, drop_at }) => drop_at === null && !keys.has(key))
      .map(({ key }) => `a row without bytes: ${key}`),
  ];
}

/** The names of all files below a folder; none where it isn't there. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
