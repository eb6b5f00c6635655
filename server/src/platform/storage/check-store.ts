import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isFileFault } from '../durable-file.ts';
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
  await writeFile(path, content, { mode: 0o600 });
  const store = openStore(location);
  try {
    const sha256 = createHash('sha256').update(content).digest('hex');
    await store.put(key, { path, size: Buffer.byteLength(content), sha256 });
    const read = await text(await store.read(key));
    await store.delete(key);
    if (read !== content) throw new Error('What was read is not what was written');
    return store.description;
  } finally {
    await store.close();
    await rm(path, { force: true });
  }
}
