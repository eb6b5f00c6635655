import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isFileFault, writeSynced } from '../durable-file.ts';
import { newId } from '../ids.ts';
import { MissingObjectError, type ObjectStore, openStore, type StoreLocation } from './object-store.ts';

export interface CheckedStore {
  store: StoreLocation;
  spoolDir: string;
}

/** Always the same, so that the next check removes what one has left that was cut off. */
export const CHECKED_KEY = '00000000-0000-0000-0000-000000000000';
const CONTENT = 'A check of the store';
/** Processes that check at the same time delete each other's. */
const TRIES = 3;

/**
 * Writes a small file to the configured store, reads and deletes it: the path that every file takes,
 * with the same rights.
 * @returns the store's location
 * @throws the error of the store
 */
export async function checkStore({ store: location, spoolDir }: CheckedStore): Promise<string> {
  await mkdir(spoolDir, { mode: 0o700 }).catch((error: unknown) => {
    if (!isFileFault(error, 'EEXIST')) throw error;
  });
  const path = join(spoolDir, newId());
  const store = openStore(location);
  try {
    const read = await writeAndRead(store, path, TRIES);
    await store.delete(CHECKED_KEY);
    if (read !== CONTENT) throw new Error('What was read is not what was written');
    return store.description;
  } finally {
    await store.close();
    await rm(path, { force: true });
  }
}

async function writeAndRead(store: ObjectStore, path: string, tries: number): Promise<string> {
  // Synced, as an upload: what a disk can't write stays in memory until then.
  const facts = await writeSynced(path, [Buffer.from(CONTENT)]);
  await store.put(CHECKED_KEY, { path, ...facts });
  try {
    return await text(await store.read(CHECKED_KEY));
  } catch (error) {
    if (tries === 1 || !(error instanceof MissingObjectError)) throw error;
    await rm(path, { force: true });
    return writeAndRead(store, path, tries - 1);
  }
}
