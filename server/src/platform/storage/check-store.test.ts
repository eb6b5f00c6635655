import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CHECKED_KEY, type CheckedStore, checkStore } from './check-store.ts';
import { openStore } from './object-store.ts';

describe('checkStore', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atelier-check-'));
    return () => rmSync(folder, { recursive: true, force: true });
  });
  const inFolder = (): CheckedStore => ({
    store: { kind: 'folder', folder: join(folder, 'files') },
    spoolDir: join(folder, 'spool'),
  });
  /** What is in the store and in the spool. */
  const filesIn = (store: CheckedStore) =>
    [join(folder, 'files'), store.spoolDir].flatMap((path) =>
      readdirSync(path, { recursive: true, withFileTypes: true }).filter((each) => each.isFile()),
    );

  it('says where files are, and leaves none, when two processes check it', async () => {
    const store = inFolder();
    for (let round = 0; round < 50; round += 1) {
      const checks = await Promise.all([checkStore(store), checkStore(store)]);
      expect(new Set(checks)).toEqual(new Set([`in ${folder}/files`]));
    }
    expect(filesIn(store)).toEqual([]);
  });

  it('removes what a check has left that was cut off', async () => {
    const store = inFolder();
    await checkStore(store);
    const path = join(store.spoolDir, 'left');
    writeFileSync(path, 'A check');
    await openStore(store.store).put(CHECKED_KEY, { path, size: 7, sha256: '' });
    expect(filesIn(store)).toHaveLength(1);
    await checkStore(store);
    expect(filesIn(store)).toEqual([]);
  });
});
