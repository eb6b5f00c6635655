import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { isFileFault } from '../platform/durable-file.ts';
import { newId } from '../platform/ids.ts';
import { openStore } from '../platform/storage/object-store.ts';

/**
 * Puts a small file into the store of the settings, reads it and removes it again: the way that every file goes,
 * with the same rights.
 * @returns where the store is
 * @throws whatever is in the way
 */
export async function checkStore({
  store: location,
  spoolDir,
}: Pick<Config, 'store' | 'spoolDir'>): Promise<string> {
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
