import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@atelier/domain/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import {
  createInstallation,
  fillProduct,
  type Installation,
  type ProductContents,
  readProduct,
} from '../../../test/harness/installation.ts';
import { type RunningProduct, startProduct } from '../../../test/harness/running-product.ts';
import { sampleEnquiry } from '../../../test/samples/enquiries.ts';
import { formWith } from '../../../test/samples/files.ts';
import { MANIFEST, openFolderBackup } from '../../features/backups/copy/folder-backup.ts';
import type { Engine } from '../../platform/db/database.ts';
import { openDatabase } from '../../platform/db/open.ts';

/** Backs up while clients write. @returns how many writes had been acknowledged when it began */
async function backUpWhileWriting(
  installation: Installation,
  product: RunningProduct,
  id: string,
  folder: string,
) {
  const token = await product.signIn('ada@client.example');
  let isOver = false;
  let acknowledged = 0;
  const write = async () => {
    while (!isOver) {
      expect((await product.call('', api.createEnquiry, { body: sampleEnquiry })).status).toBe(201);
      const file = formWith(`${acknowledged}.txt`, `content ${acknowledged}`);
      expect((await product.call(token, api.sendFile, { params: { id }, body: file })).status).toBe(201);
      acknowledged += 1;
    }
  };
  const writing = Promise.all([write(), write(), write()]);
  while (acknowledged < 30) await product.call(token, api.getMe);
  const before = acknowledged;
  expect([await installation.studio('backup', folder), installation.lines.length]).toEqual([0, 2]);
  isOver = true;
  await writing;
  expect(acknowledged).toBeGreaterThan(before);
  return before;
}

/** Two backups of one product: one while idle, one under load. */
async function createBackups(engine: Engine) {
  const installation = await createInstallation(engine);
  const product = await startProduct(installation.env);
  const { id } = await fillProduct(product);
  const seen = await readProduct(product, id);
  const folder = mkdtempSync(`${tmpdir()}/atelier-backups-`);
  const [quiet, busy] = [join(folder, 'quiet'), join(folder, 'busy')];
  expect([await installation.studio('backup', quiet), installation.lines[0]]).toEqual([
    0,
    expect.stringMatching(/ 1 files, /),
  ]);
  const written = await backUpWhileWriting(installation, product, id, busy);
  await product.stop();
  const only = (parent: string) => join(parent, readdirSync(parent).join());
  return {
    ...{ id, seen, written, quiet: only(quiet), busy: only(busy) },
    secret: readFileSync(join(installation.dataDir, 'server.secret')),
    async [Symbol.asyncDispose]() {
      await installation[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

describe('a backup', () => {
  describeEachEngine((engine) => {
    let backups: Awaited<ReturnType<typeof createBackups>>;
    beforeAll(async () => {
      backups = await createBackups(engine);
    });
    afterAll(async () => {
      await backups?.[Symbol.asyncDispose]();
    });

    it('restores everything into an empty place, keys and files included', async () => {
      await using to = await createInstallation(engine);
      await to.studio('restore', backups.quiet);
      expect(to.lines).toContainEqual(expect.stringMatching(/^Restored \d+ rows and 1 files/));
      // The doctor prints last, and may find that the site isn't built.
      const wrong = to.lines.filter(
        (line) => line.startsWith('WRONG') && !line.includes('The site isn’t built'),
      );
      expect([to.lines.some((line) => line.startsWith('ok ')), wrong]).toEqual([true, []]);
      expect(readFileSync(join(to.dataDir, 'server.secret'))).toEqual(backups.secret);

      const product = await startProduct(to.env);
      const seen: ProductContents = await readProduct(product, backups.id);
      expect(seen).toEqual(backups.seen);
      expect((await product.call('', api.createEnquiry, { body: sampleEnquiry })).status).toBe(201);
      const underIt = [await to.studio('restore', backups.quiet, '--over'), to.lines.at(-1)];
      expect(underIt).toEqual([1, expect.stringContaining('is running')]);
      await product.stop();

      // The product has data now.
      expect([await to.studio('restore', backups.quiet), to.lines.at(-1)]).toEqual([
        1,
        expect.stringContaining('data in'),
      ]);
      await to.studio('restore', backups.quiet, '--over');
      expect(to.lines.find((line) => line.startsWith('What was in'))).toContain('before-restore-');
      const { db, close } = openDatabase(to.location);
      expect(await db.selectFrom('enquiries').select('id').execute()).toHaveLength(
        backups.seen.enquiries.length,
      );
      await close();
    });

    it('is of one moment while the product writes', async () => {
      await using to = await createInstallation(engine);
      await to.studio('restore', backups.busy);
      const { db, close } = openDatabase(to.location);
      const enquiries = await db.selectFrom('enquiries').select('id').execute();
      // Everything that was acknowledged before it began, and whole transactions only.
      expect(enquiries.length).toBeGreaterThan(backups.written);
      const counted = await db
        .selectFrom('list_counts')
        .selectAll()
        .where('name', '=', 'enquiries.new')
        .execute();
      expect(counted).toEqual([{ name: 'enquiries.new', count: enquiries.length }]);
      const told = await db
        .selectFrom('mail_outbox')
        .select('id')
        .where('kind', '=', 'contact.enquiry')
        .execute();
      expect(told).toHaveLength(enquiries.length);
      // Exactly the files that the database names, each complete.
      const files = await db.selectFrom('project_files').select('stored_key').execute();
      const kept = await db
        .selectFrom('stored_files')
        .select(['key', 'size'])
        .where('drop_at', 'is', null)
        .execute();
      expect(kept.map(({ key }) => key).sort()).toEqual(files.map(({ stored_key }) => stored_key).sort());
      for (const { key, size } of kept) {
        expect(readFileSync(join(to.dataDir, 'files', key.slice(-2), key))).toHaveLength(size);
      }
      const { parts } = (await openFolderBackup(backups.busy)).manifest;
      expect(parts.filter(({ path }) => path.startsWith('files/'))).toHaveLength(kept.length);
      await close();
    });

    it('is refused when it was changed, cut off or incomplete, and nothing is touched', async () => {
      await using to = await createInstallation(engine);
      const { parts } = (await openFolderBackup(backups.quiet)).manifest;
      const largest = parts.toSorted((a, b) => b.size - a.size)[0]?.path ?? '';
      const damages: readonly (readonly [string, (folder: string) => void])[] = [
        [
          'is not what was written',
          (folder) => {
            const bytes = readFileSync(join(folder, largest));
            bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
            writeFileSync(join(folder, largest), bytes);
          },
        ],
        [
          'is not what was written',
          (folder) => writeFileSync(join(folder, largest), readFileSync(join(folder, largest)).subarray(1)),
        ],
        ['is missing', (folder) => rmSync(join(folder, 'server.secret'))],
        [
          'was changed',
          (folder) => {
            const text = readFileSync(join(folder, MANIFEST), 'utf8');
            writeFileSync(join(folder, MANIFEST), text.replace('"size": 4', '"size": 5'));
          },
        ],
        ['is no backup', (folder) => rmSync(join(folder, MANIFEST))],
      ];
      for (const [said, damage] of damages) {
        const folder = mkdtempSync(`${tmpdir()}/atelier-damaged-`);
        cpSync(backups.quiet, folder, { recursive: true });
        damage(folder);
        const restored = [await to.studio('restore', folder, '--over'), to.lines.at(-1)];
        expect(restored).toEqual([1, expect.stringContaining(said)]);
        expect(readdirSync(to.dataDir)).toEqual([]);
        rmSync(folder, { recursive: true });
      }
    });

    it('restores into its own engine only', async () => {
      await using to = await createInstallation('sqlite');
      const env = engine === 'sqlite' ? { DATABASE_URL: 'postgres://nobody@localhost/nothing' } : {};
      Object.assign(to.env, env);
      expect([await to.studio('restore', backups.quiet), to.lines.at(-1)]).toEqual([
        1,
        expect.stringContaining(`backup of ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`),
      ]);
    });

    it('deletes older backups by --keep, and fails when the settings name no database', async () => {
      await using installation = await createInstallation(engine);
      const folder = mkdtempSync(`${tmpdir()}/atelier-backups-`);
      expect([await installation.studio('backup', folder), installation.lines.at(-1)]).toEqual([
        1,
        expect.stringContaining('isn’t up to date'),
      ]);
      expect(readdirSync(folder)).toEqual([]);
      await installation.studio('migrate');
      for (const day of ['01', '02', '03']) {
        cpSync(backups.quiet, join(folder, `atelier-2020-01-${day}T00-00-00Z`), { recursive: true });
      }
      expect(await installation.studio('backup', folder, '--keep', '2')).toBe(0);
      const names = readdirSync(folder).sort();
      expect(names).toEqual(['atelier-2020-01-03T00-00-00Z', expect.stringMatching(/^backup-2/)]);
      expect([await installation.studio('backup', folder, '--keep', 'all'), installation.lines]).toEqual([
        1,
        [expect.stringContaining('--keep needs')],
      ]);
      expect(await installation.studio('backup', folder, '--unknown')).toBe(1);
      expect(readdirSync(folder)).toHaveLength(2);
      rmSync(folder, { recursive: true });
    });
  });
});
