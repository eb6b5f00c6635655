import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isFileFault, writeSynced } from '../durable-file.ts';
import { newId } from '../ids.ts';
import { openStore, type StoreLocation } from './object-store.ts';

export interface CheckedStore {
  store: StoreLocation;
  spoolDir: string;
}

/**
 * Writes a small file to the configured store, reads and deletes it: the path that every file takes,
 * with the same rights.
 * @returns the store's location
 * @throws the error of the store
 */
export async function checkStore({ store: location, spoolDir }: CheckedStore): Promise<string> {
  const key = newId();
  const content = `A check of the store, ${key}`;
  await mkdir(spoolDir, { mode: 0o700 }).catch((error: unknown) => {
    if (!isFileFault(error, 'EEXIST')) throw error;
  });
  const path = join(spoolDir, key);
  const store = openStore(location);
  try {
    // Synced, as an upload: what a disk can't write stays in memory until then.
    const facts = await writeSynced(path, [Buffer.from(content)]);
    await store.put(key, { path, ...facts });
    const read = await text(await store.read(key));
    await store.delete(key);
    if (read !== content) throw new Error('What was read is not what was written');
    return store.description;
  } finally {
    await store.close();
    await rm(path, { force: true });
  }
}
