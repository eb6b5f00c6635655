import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { api } from '@atelier/domain/api.ts';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, describeEachEngine, type TestDatabase } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { formWith } from '../../../test/samples/files.ts';
import { sampleBrief } from '../../../test/samples/projects.ts';
import { loadMigrations } from '../../load-migrations.ts';
import { isoIn } from '../../platform/clock.ts';
import { type RehearsalOrder, rehearse } from './copy/rehearse.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const CONTENT = 'What we want. '.repeat(10_000);

describe('the weekly rehearsal', () => {
  describeEachEngine((engine) => {
    let to: string;
    let app: TestApp;
    let database: TestDatabase;
    const start = async (env: Record<string, string> = {}) => {
      database = await createTestDatabase(engine);
      app = await createTestApp({ engine, database, env: { BACKUP_TO: to, ...env } });
      const client = await app.signIn();
      const { id } = (await client.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
      const body = formWith('a.txt', CONTENT);
      expect((await client.call(api.sendFile, { params: { id }, body })).status).toBe(201);
    };
    beforeEach(() => {
      to = mkdtempSync(`${tmpdir()}/atelier-rehearsed-`);
      return async () => {
        await app.close();
        rmSync(to, { recursive: true, force: true });
      };
    });
    /** Lets the clock reach the next look of the jobs, then runs them. */
    const after = async (seconds: number) => {
      app.clock.advance(seconds);
      await app.instance.jobs.runDue();
      await app.instance.jobs.whenIdle();
      await app.drainOutbox();
    };
    const runs = (kind: 'backup' | 'rehearsal' = 'rehearsal') =>
      app.db.selectFrom('backup_runs').selectAll().where('kind', '=', kind).orderBy('id').execute();
    const outcomes = async () => (await runs()).map(({ outcome }) => outcome);
    const subjects = () => app.mails.map(({ subject }) => subject).filter((text) => /backup/i.test(text));
    const objectsOf = () =>
      readdirSync(join(to, 'objects'), { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map((each) => join(each.parentPath, each.name));
    /** The encrypted object of the file, by its size. */
    const sealedFile = () =>
      objectsOf().find((path) => Math.abs(readFileSync(path).length - CONTENT.length - 300) < 200) ?? '';
    const ofFile = () => join(to, 'objects', sha256(CONTENT).slice(0, 2), sha256(CONTENT));
    const flip = (path: string) => {
      const bytes = readFileSync(path);
      bytes.writeUInt8(bytes.readUInt8(200) ^ 1, 200);
      writeFileSync(path, bytes);
    };

    it('tries out the newest backup at once and then every seventh day, and leaves nothing', async () => {
      await start();
      await after(0);
      const [backup] = await runs('backup');
      expect(await runs()).toMatchObject([
        {
          outcome: 'done',
          problem: null,
          files: 1,
          backup_name: backup?.backup_name,
          destination: `in ${to}`,
        },
      ]);
      expect((await runs())[0]?.size).toBeGreaterThan(CONTENT.length);
      await after(6 * DAY);
      expect(await outcomes()).toHaveLength(1);
      await after(DAY);
      expect(await outcomes()).toEqual(['done', 'done']);
      expect(subjects()).toEqual([]);
      expect(readdirSync(join(to, 'unfinished'))).toEqual([]);
    });

    it('finds what has changed or is gone, mails once, has it written again, and mails once that it is well', async () => {
      await start();
      await after(0);
      flip(ofFile());
      // A backup by itself sees only that it is still there.
      await after(DAY);
      expect(sha256(readFileSync(ofFile()))).not.toBe(sha256(CONTENT));
      await after(6 * DAY);
      expect(await outcomes()).toEqual(['done', 'failed']);
      expect(subjects()).toEqual(['A backup could not be restored']);
      expect(app.mails.at(-1)?.text).toMatch(/1 of the \d+ objects of .* are not what was written\./);
      await after(300);
      expect(sha256(readFileSync(ofFile()))).toBe(sha256(CONTENT));
      await after(DAY);
      expect(await outcomes()).toEqual(['done', 'failed', 'done']);
      expect(subjects()).toEqual(['A backup could not be restored', 'The backup can be restored again']);

      rmSync(ofFile());
      await after(7 * DAY);
      // The nightly backup has seen that it's gone, and has stored it again.
      expect((await outcomes()).at(-1)).toBe('done');
    });

    it('reads every object of an encrypted backup, and restores it only with the private key', async () => {
      const identity = await generateX25519Identity();
      await start({ BACKUP_ENCRYPT_TO: await identityToRecipient(identity) });
      await after(0);
      expect(await outcomes()).toEqual(['done']);
      const keyFile = `${to}.key`;
      writeFileSync(keyFile, identity);
      const known = await loadMigrations();
      expect((await rehearse(order(), known)).done).toContain('only the private key can restore it');
      expect(await rehearse(order({ identityFile: keyFile }), known)).toMatchObject({ files: 1, faults: [] });
      rmSync(keyFile);

      const before = readFileSync(sealedFile());
      flip(sealedFile());
      await after(7 * DAY);
      expect(await outcomes()).toEqual(['done', 'failed']);
      await after(300);
      expect(readFileSync(sealedFile())).toHaveLength(before.length);
      expect((await runs('backup')).map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
      await after(DAY);
      expect(await outcomes()).toEqual(['done', 'failed', 'done']);
    });

    const order = (more: Partial<RehearsalOrder> = {}): RehearsalOrder => ({
      to: { kind: 'folder', folder: to },
      spoolDir: join(to, 'spool'),
      installation: JSON.parse(readEntry().json).installation,
      database: database.location,
      ...{ reserveBytes: 0, name: undefined, identityFile: undefined, quarter: 0 },
      ...more,
    });
    const readEntry = () => {
      const [name = ''] = readdirSync(join(to, 'backups'));
      const [json = ''] = readFileSync(join(to, 'backups', name), 'utf8').split('\n');
      return { path: join(to, 'backups', name), json };
    };
    /** Replaces the manifest by a changed one, with all its hashes right. */
    const rewriteManifest = (
      change: (manifest: { tables: Record<string, number>; parts: unknown[] }) => void,
    ) => {
      const { path, json } = readEntry();
      const entry = JSON.parse(json);
      const place = (name: string) => join(to, 'objects', name.slice(0, 2), name);
      const manifest = JSON.parse(readFileSync(place(entry.manifest), 'utf8'));
      change(manifest);
      const text = JSON.stringify(manifest);
      const name = sha256(text);
      const stored = { name, size: text.length, sha256: name };
      mkdirSync(dirname(place(name)), { recursive: true });
      writeFileSync(place(name), text);
      entry.objects = [
        ...entry.objects.filter((each: { name: string }) => each.name !== entry.manifest),
        stored,
      ];
      entry.manifest = name;
      const next = JSON.stringify(entry);
      writeFileSync(path, `${next}\n${sha256(next)}\n`);
    };

    it('refuses a backup whose rows or files are not those of its manifest', async () => {
      await start();
      await after(0);
      const known = await loadMigrations();
      rewriteManifest((manifest) => {
        manifest.tables.project_files = 2;
      });
      await expect(rehearse(order(), known)).rejects.toThrow(/project_files has 1 rows, not 2/);
      rewriteManifest((manifest) => {
        manifest.tables.project_files = 1;
        manifest.parts = manifest.parts.filter((part) => !JSON.stringify(part).includes('files/'));
      });
      await expect(rehearse(order(), known)).rejects.toThrow('1 files that the database names are not in it');
      expect(readdirSync(to)).not.toContain('spool');
    });

    it('security: refuses a manifest with a path that leads out of the backup', async () => {
      await start();
      await after(0);
      rewriteManifest((manifest) => {
        manifest.parts.push({ path: '../../evil', size: 0, sha256: sha256('') });
      });
      await expect(rehearse(order(), await loadMigrations())).rejects.toThrow(
        'is not one that this version can read',
      );
    });

    it('refuses a backup of a newer version, and needs room first', async () => {
      await start();
      await after(0);
      const known = await loadMigrations();
      await expect(rehearse(order(), known.slice(0, -1))).rejects.toThrow('a newer version of this program');
      const full = rehearse(order({ reserveBytes: 2 ** 60 }), known);
      if (engine === 'sqlite') await expect(full).rejects.toThrow(/^The disk needs \d+ MB more/);
      else await expect(full).resolves.toMatchObject({ faults: [] });
    });

    /** Another process has the job, and hangs. */
    const heldAfter = async (seconds: number) => {
      app.clock.advance(seconds);
      const held = { owner: 'another', leased_until: isoIn(app.clock, 600), next_at: isoIn(app.clock, 0) };
      await app.db.updateTable('job_leases').set(held).where('name', '=', 'backups.make').execute();
      await after(0);
    };

    it('mails once when there is no new backup for 36 hours, and once when nothing was tried out for ten days', async () => {
      await start();
      await after(0);
      await heldAfter(35 * HOUR);
      expect(subjects()).toEqual([]);
      await heldAfter(HOUR + 600);
      // A process that looks for the first time after a pause lets the backup begin.
      expect(subjects()).toEqual([]);
      await heldAfter(400);
      expect(subjects()).toEqual(['The backup is late']);
      expect(app.mails.at(-1)?.text).toContain('There has been no backup since 2026-03-02 09:00 UTC.');
      await heldAfter(8 * DAY);
      expect(subjects()).toHaveLength(1);
      await heldAfter(DAY);
      await heldAfter(400);
      expect(subjects()).toEqual(['The backup is late', 'No backup has been tried out lately']);
      await heldAfter(DAY);
      await after(1_000);
      expect(subjects().slice(2)).toEqual(['The backup works again', 'The backup can be restored again']);
    });
  });
});

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
