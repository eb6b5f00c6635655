import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@atelier/domain/api.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../test/harness/test-app.ts';
import { formWith } from '../../../test/samples/files.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { verifyParts } from './copy/backup-source.ts';
import { openFolderDestination } from './copy/destination.ts';
import { openStoredBackup } from './copy/incremental-backup.ts';

const DAY = 24 * 3600;

describe('the backups that the product makes by itself', () => {
  describeEachEngine((engine) => {
    let to: string;
    let app: TestApp;
    const start = async (env: Record<string, string> = {}) => {
      app = await createTestApp({ engine, env: { BACKUP_TO: to, ...env } });
      return app;
    };
    beforeEach(() => {
      to = mkdtempSync(`${tmpdir()}/atelier-backups-`);
      return async () => {
        await app.close();
        rmSync(to, { recursive: true, force: true });
      };
    });

    const runJobs = async () => {
      await app.instance.jobs.runDue();
      await app.instance.jobs.whenIdle();
      await app.drainOutbox();
    };
    /** Lets the clock reach the next look of the jobs, then runs them. */
    const after = async (seconds: number) => {
      app.clock.advance(seconds);
      await runJobs();
    };
    const backups = () => readdirSync(join(to, 'backups')).sort();
    const objects = () =>
      readdirSync(join(to, 'objects'), { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map(({ name }) => name);
    const runs = (kind: 'backup' | 'rehearsal' = 'backup') =>
      app.db.selectFrom('backup_runs').selectAll().where('kind', '=', kind).orderBy('id').execute();
    const mails = () => app.mails.filter(({ subject }) => /backup/i.test(subject));
    const subjects = () => mails().map(({ subject }) => subject);

    const sendFile = async (client: TestUser, id: string, name: string, content: string) =>
      expect(
        (await client.call(api.sendFile, { params: { id }, body: formWith(name, content) })).status,
      ).toBe(201);
    const fill = async () => {
      const client = await app.signIn();
      const { id } = (await client.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
      return { client, id };
    };

    it('makes none while BACKUP_TO is not set', async () => {
      app = await createTestApp({ engine });
      await runJobs();
      expect(readdirSync(to)).toEqual([]);
      expect(await runs()).toEqual([]);
    });

    it('backs up at once, then at BACKUP_AT of each day, as one that can be restored', async () => {
      // It is 09:00.
      await start({ BACKUP_AT: '23:10' });
      const { client, id } = await fill();
      await sendFile(client, id, 'a.txt', 'What we want.');
      await runJobs();
      expect(backups()).toEqual([expect.stringMatching(/^2026-03-02T09-00-00Z-[0-9a-f]{8}\.json$/)]);
      await after(14 * 3600);
      expect(backups()).toHaveLength(1);
      await after(600);
      // One is kept for each day.
      expect(backups()).toEqual([expect.stringContaining('2026-03-02T23-10-00Z-')]);
      await after(DAY - 600);
      expect(backups()).toHaveLength(1);
      await after(1_200);
      expect(backups()).toHaveLength(2);

      const backup = await openStoredBackup(openFolderDestination(to, 'reader'), undefined);
      await verifyParts(backup);
      const { manifest } = backup;
      expect(manifest).toMatchObject({ engine, madeAt: '2026-03-03T23:20:00.000Z' });
      expect(manifest.tables.project_files).toBe(1);
      expect(manifest.parts.filter(({ path }) => path.startsWith('files/'))).toHaveLength(1);
      await backup.close();
      expect(await runs()).toMatchObject([
        { outcome: 'done', files: 1, problem: null, destination: `in ${to}` },
        { outcome: 'done', files: 1 },
        { outcome: 'done', files: 1 },
      ]);
      expect(subjects()).toEqual([]);
      expect(readdirSync(to).sort()).toEqual(['backups', 'objects', 'unfinished']);
      expect(readdirSync(join(to, 'unfinished'))).toEqual([]);
    });

    it('copies no file twice, and deletes one only when no kept backup has it', async () => {
      await start({ BACKUP_KEEP: '2d' });
      const { client, id } = await fill();
      await sendFile(client, id, 'a.txt', 'x'.repeat(100_000));
      await runJobs();
      const [sha256 = ''] = await keysOf(app);
      await after(DAY);
      const [first, second] = await runs();
      expect((second?.size ?? 0) - (second?.copied ?? 0)).toBeGreaterThanOrEqual(100_000);
      expect(first?.copied).toBeGreaterThanOrEqual(100_000);

      const project = { params: { id } };
      const { items } = (await client.call(api.listFiles, project)).body;
      const deletion = { params: { id, fileId: items[0]?.id ?? '' } };
      const owner = await app.signInOwner();
      expect((await owner.call(api.deleteFile, deletion)).body).toMatchObject({ deleted: true });
      await after(DAY);
      expect([backups().length, objects().includes(sha256)]).toEqual([2, true]);
      await after(DAY);
      expect([backups().length, objects().includes(sha256)]).toEqual([2, false]);
      const backup = await openStoredBackup(openFolderDestination(to, 'reader'), undefined);
      await verifyParts(backup);
      await backup.close();
    });

    it('removes what an interrupted backup has left, once it is old, and nothing of another installation', async () => {
      await start({ BACKUP_KEEP: '1d' });
      await runJobs();
      const stranded = '0'.repeat(64);
      writeFileSync(join(to, 'objects', stranded), 'half');
      const [own = ''] = backups();
      const text = readFileSync(join(to, 'backups', own), 'utf8').split('\n')[0] ?? '';
      const foreign = JSON.stringify({ ...JSON.parse(text), installation: 'another' });
      const sum = createHash('sha256').update(foreign).digest('hex');
      const name = '2020-01-01T00-00-00Z-00000000.json';
      writeFileSync(join(to, 'backups', name), `${foreign}\n${sum}\n`);
      await after(DAY);
      expect(objects()).toContain(stranded);
      const old = new Date(Date.now() - 3 * DAY * 1000);
      utimesSync(join(to, 'objects', stranded), old, old);
      await after(DAY);
      expect(objects()).not.toContain(stranded);
      expect([backups().length, backups()[0]]).toEqual([2, name]);
      const other = await openStoredBackup(openFolderDestination(to, 'reader'), name.slice(0, -5));
      await verifyParts(other);
      await other.close();
    });

    it('makes none in an empty place where there were backups, as a disk that is not mounted leaves it', async () => {
      await start();
      await runJobs();
      for (const name of ['backups', 'objects', 'unfinished']) rmSync(join(to, name), { recursive: true });
      await after(DAY);
      expect(readdirSync(to).filter((name) => name !== 'unfinished')).toEqual([]);
      expect(mails().map(({ text }) => text)).toEqual([expect.stringContaining('mount its disk')]);
      expect(app.takeLoggedErrors()).toHaveLength(1);
    });

    it('mails the owner once when it fails and once when it works again', async () => {
      await start();
      rmSync(to, { recursive: true });
      await runJobs();
      await after(1_800);
      await after(1_800);
      await after(3_600);
      expect((await runs()).map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
      expect(subjects()).toEqual(['The backup failed']);
      expect(mails()[0]?.to).toEqual({ address: 'owner@studio.example' });
      expect(mails()[0]?.text).toContain(`There is no folder ${to}: make it, or mount its disk.`);
      expect(app.takeLoggedErrors()).toHaveLength(3);

      mkdirSync(to);
      await after(3_600);
      expect(subjects()).toEqual(['The backup failed', 'The backup works again']);
      await after(DAY);
      expect([subjects().length, backups().length]).toEqual([2, 2]);
    });
  });
});

/** The hashes of the files of the database. */
async function keysOf(app: TestApp): Promise<string[]> {
  const rows = await app.db.selectFrom('stored_files').select('sha256').execute();
  return rows.map(({ sha256 }) => sha256);
}
