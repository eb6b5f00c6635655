import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@atelier/domain/api.ts';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { formWith } from '../../../test/samples/files.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { verifyParts } from './copy/backup-source.ts';
import { openFolderDestination } from './copy/destination.ts';
import { openStoredBackup } from './copy/incremental-backup.ts';
import { readIdentities } from './copy/sealing.ts';

const DAY = 24 * 3600;
/** What a client sends: text that nothing compresses or splits. */
const SECRET = 'The new name of the company is Quibbleworth.';

describe('encrypted backups', () => {
  describeAnyEngine((engine) => {
    let to: string;
    let keys: string;
    beforeEach(() => {
      to = mkdtempSync(`${tmpdir()}/atelier-encrypted-`);
      keys = mkdtempSync(`${tmpdir()}/atelier-keys-`);
      return () => {
        for (const folder of [to, keys]) rmSync(folder, { recursive: true, force: true });
      };
    });

    const makeKey = async (name: string) => {
      const identity = await generateX25519Identity();
      const file = join(keys, name);
      writeFileSync(file, `# a key\n${identity}\n`);
      return { file, recipient: await identityToRecipient(identity) };
    };
    const backUp = async (app: TestApp) => {
      await app.instance.jobs.runDue();
      await app.instance.jobs.whenIdle();
    };
    const fill = async (app: TestApp) => {
      const client = await app.signIn();
      const { id } = (await client.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
      const body = formWith('Quibbleworth.txt', SECRET.repeat(5_000));
      expect((await client.call(api.sendFile, { params: { id }, body })).status).toBe(201);
    };
    const check = async (file: string, name?: string) => {
      const source = openFolderDestination(to, 'reader');
      const backup = await openStoredBackup(source, name, await readIdentities(file));
      await verifyParts(backup);
      await backup.close();
      return backup.manifest;
    };
    const allBytes = () =>
      readdirSync(to, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => ({ name: each.name, bytes: readFileSync(join(each.parentPath, each.name)) }));
    const runs = (app: TestApp) =>
      app.db.selectFrom('backup_runs').selectAll().where('kind', '=', 'backup').orderBy('id').execute();

    it('security: show nothing of what they hold, neither in bytes nor in names', async () => {
      const { file, recipient } = await makeKey('key');
      await using app = await createTestApp({ engine, env: { BACKUP_TO: to, BACKUP_ENCRYPT_TO: recipient } });
      await fill(app);
      await backUp(app);
      const manifest = await check(file);
      expect(manifest.parts.length).toBeGreaterThanOrEqual(3);
      expect(manifest.tables.stored_files).toBe(1);

      const stored = allBytes();
      const hashes = manifest.parts.map(({ sha256 }) => sha256);
      expect(stored.map(({ name }) => name).filter((name) => hashes.includes(name))).toEqual([]);
      // A part, a table or a file of SQLite or gzip would begin with one of these.
      const telling = ['Quibbleworth', '@client.example', 'SQLite format 3', 'settings.env', ...hashes];
      for (const { name, bytes } of stored) {
        const found = telling.filter((text) => bytes.includes(text));
        expect([name, found]).toEqual([name, []]);
        expect([0x1f8b, 0x5351]).not.toContain(bytes.readUInt16BE(0));
      }
      const [entry] = stored.filter(({ name }) => name.endsWith('.json'));
      expect(JSON.parse(entry?.bytes.toString().split('\n')[0] ?? '')).toMatchObject({
        engine,
        encryptedTo: [recipient],
        madeAt: manifest.madeAt,
      });
    });

    it('share what has not changed, and are refused to another key', async () => {
      const [key, other] = [await makeKey('key'), await makeKey('other')];
      const env = { BACKUP_TO: to, BACKUP_ENCRYPT_TO: key.recipient, BACKUP_KEEP: '1d' };
      await using app = await createTestApp({ engine, env });
      await fill(app);
      await backUp(app);
      app.clock.advance(DAY);
      await backUp(app);
      const [first, second] = await runs(app);
      expect(first?.copied).toBeGreaterThanOrEqual(SECRET.length * 5_000);
      expect(second?.copied).toBeLessThan((second?.size ?? 0) - SECRET.length * 4_000);
      await check(key.file);
      await expect(check(other.file)).rejects.toThrow(`The private key in ${other.file} is not one`);
      // The older one is gone, with the objects of its own.
      expect(readdirSync(join(to, 'backups'))).toHaveLength(1);
    });
  });
});
