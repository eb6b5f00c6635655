import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import {
  createInstallation,
  fillProduct,
  type Installation,
  readProduct,
} from '../../../test/harness/installation.ts';
import { startProduct } from '../../../test/harness/running-product.ts';
import { createTestBucket, type TestBucket } from '../../../test/harness/stores.ts';
import { loadConfig } from '../../config.ts';
import { openFolderBackup } from '../../features/backups/copy/folder-backup.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { openStore } from '../../platform/storage/object-store.ts';

describe('a backup with a bucket', () => {
  describeAnyEngine((engine) => {
    let bucket: TestBucket;
    let folder: string;
    beforeEach(async () => {
      bucket = await createTestBucket();
      folder = mkdtempSync(`${tmpdir()}/atelier-backups-`);
    });
    afterEach(async () => {
      await bucket[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    });

    const installationWith = async (env: Record<string, string> = {}) => {
      const installation = await createInstallation(engine);
      Object.assign(installation.env, env);
      return installation;
    };
    const restored = (installation: Installation) =>
      installation.lines.find((line) => line.startsWith('Restored'));
    /** Backs up into a folder of its own. @returns the backup */
    const backUp = async (installation: Installation, ...options: string[]) => {
      const parent = mkdtempSync(join(folder, 'of-'));
      expect([await installation.studio('backup', parent, ...options), installation.lines[0]]).toEqual([
        0,
        expect.stringMatching(/^Backup in /),
      ]);
      return join(parent, readdirSync(parent).join());
    };
    const readInstallation = async (installation: Installation, id: string) => {
      const product = await startProduct(installation.env);
      const seen = await readProduct(product, id);
      await product.stop();
      return seen;
    };

    it('restores from a folder into a bucket, from there with files into a folder, and back without files', async () => {
      await using inFolder = await installationWith();
      const product = await startProduct(inFolder.env);
      const { id } = await fillProduct(product);
      const seen = await readProduct(product, id);
      await product.stop();
      const ofFolder = await backUp(inFolder);

      await using inBucket = await installationWith(bucket.env);
      await inBucket.studio('restore', ofFolder);
      expect(restored(inBucket)).toMatch(/ 1 files, /);
      expect(inBucket.lines).toContainEqual(
        expect.stringMatching(/^ok .* in the bucket files at .*one was written/),
      );
      expect(existsSync(join(inBucket.dataDir, 'files'))).toBe(false);
      expect(await readInstallation(inBucket, id)).toEqual(seen);

      const withFiles = await backUp(inBucket, '--with-bucket');
      expect(inBucket.lines[0]).toContain(' 1 files, ');
      await using again = await installationWith();
      await again.studio('restore', withFiles);
      expect(restored(again)).toMatch(/ 1 files, /);
      expect(await readInstallation(again, id)).toEqual(seen);

      const without = await backUp(inBucket);
      expect(inBucket.lines[1]).toMatch(/^The 1 files are in the bucket files at .* not in it/);
      const { parts, files } = (await openFolderBackup(without)).manifest;
      expect([parts.filter(({ path }) => path.startsWith('files/')), files.included]).toEqual([[], false]);
      // The restore has none of them; the bucket still does.
      await using beside = await installationWith(bucket.env);
      await beside.studio('restore', without);
      expect(restored(beside)).toMatch(/ 0 files, /);
      expect(beside.lines).toContainEqual(
        expect.stringMatching(/^Files were in the bucket .* not in the backup/),
      );
      const { db, close } = openDatabase(beside.location);
      const [file] = await db.selectFrom('stored_files').select('key').execute();
      await close();
      const store = openStore(loadConfig(beside.env).store);
      expect(await text(await store.read(file?.key ?? ''))).toBe('What we want.');
      await store.close();
    });

    it('is tried by doctor with a write, before a night needs it', async () => {
      const { STORAGE_URL: BACKUP_TO = '', ...keys } = bucket.env;
      await using installation = await installationWith({ ...keys, BACKUP_TO });
      const product = await startProduct(installation.env);
      await product.stop();
      await installation.studio('doctor');
      expect(installation.lines).toContainEqual(
        expect.stringMatching(/^ok +Backups are stored in the bucket files at .*: one was written, read/),
      );
      await bucket.stop();
      await installation.studio('doctor');
      expect(installation.lines).toContainEqual(expect.stringMatching(/^WRONG Backups can’t be stored: /));
    });

    it("names a file that the bucket has lost, and a failure that it can't work around", async () => {
      await using installation = await installationWith(bucket.env);
      const product = await startProduct(installation.env);
      await fillProduct(product);
      await product.stop();
      const whole = await backUp(installation, '--with-bucket');

      const { db, close } = openDatabase(installation.location);
      const [file] = await db.selectFrom('stored_files').select('key').execute();
      await close();
      const key = file?.key ?? '';
      const store = openStore(loadConfig(installation.env).store);
      await store.delete(key);
      const without = await backUp(installation, '--with-bucket');
      expect(installation.lines).toContainEqual(
        expect.stringMatching(`^WARNING: the file ${key} is missing`),
      );
      expect((await openFolderBackup(without)).manifest.files.faulty).toEqual([key]);
      // The older backup contains it and restores it.
      await installation.studio('restore', whole, '--over');
      expect(await text(await store.read(key))).toBe('What we want.');
      await store.close();

      await bucket.stop();
      const parent = join(folder, 'of-nothing');
      expect([
        await installation.studio('backup', parent, '--with-bucket'),
        installation.lines.at(-1),
      ]).toEqual([1, expect.stringMatching(/^The files in the bucket .* can’t be read: .*ECONNREFUSED/)]);
      expect(readdirSync(parent)).toEqual([]);
      await using to = await installationWith(bucket.env);
      expect([await to.studio('restore', whole), to.lines.at(-1)]).toEqual([
        1,
        expect.stringMatching(/^Files cannot be kept in the bucket .*ECONNREFUSED.*Nothing was touched\.$/),
      ]);
      expect(readdirSync(to.dataDir)).toEqual([]);
      // A failing bucket doesn't stop a backup without its files.
      await backUp(installation);
    });
  });
});
