import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '@atelier/domain/health/rules.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRunningClock } from '../../../test/harness/clock.ts';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestOutbox, type TestOutbox } from '../../../test/harness/outbox.ts';
import { loadMigrations } from '../../load-migrations.ts';
import type { Clock } from '../../platform/clock.ts';
import { MailRejectedError } from '../../platform/mail/transport.ts';
import { type BackupState, backupCheck } from './backup.check.ts';
import { ok, runChecks } from './checks.ts';
import { clockCheck } from './clock.check.ts';
import { databaseChecks } from './database.checks.ts';
import { type MachineSettings, machineChecks } from './machine.checks.ts';

const noServer = { smtpUrl: undefined, mayBePlain: false };
const DEADLINE_MS = 60_000;
const find = (findings: readonly Finding[], id: string) => findings.find((finding) => finding.id === id);

describe('runChecks', () => {
  it('reports a check that hangs or throws, and the others all the same', async () => {
    const findings = await runChecks(
      [
        { id: 'site', run: () => ok('Built.') },
        { id: 'files', run: () => new Promise(() => {}) },
        {
          id: 'mails',
          run: () => {
            throw new Error('boom at //me:secret@mail.example');
          },
        },
      ],
      50,
    );
    expect(findings.map(({ id, level, sentence }) => [id, level, sentence])).toEqual([
      ['site', 'ok', 'Built.'],
      ['files', 'problem', 'Files: there was no answer within 0.05 seconds.'],
      ['mails', 'problem', 'Email: boom at //[redacted]@mail.example.'],
    ]);
  });
});

describe('backupCheck', () => {
  it('says when backups were made and tried out, what is wrong, and whether they are set up', async () => {
    const state: BackupState = {
      destination: '/mnt/elsewhere',
      lastBackup: { started_at: '2026-03-02T03:00:10.000Z' },
      lastRehearsal: undefined,
      problems: [],
      unsafe: [],
    };
    const check = (changed: Partial<BackupState>) =>
      backupCheck(async () => ({ ...state, ...changed })).run();
    const sentence = 'Last backup on 2026-03-02 03:00 UTC, none tried out yet; they go to /mnt/elsewhere.';
    expect(await check({})).toMatchObject({ level: 'ok', sentence });
    const problems = ['The folder is gone.'];
    const found = { level: 'problem', sentence: `${sentence} The folder is gone.` };
    expect(await check({ problems })).toMatchObject(found);
    expect(await check({ destination: undefined })).toMatchObject({ level: 'notice' });
    const unsafe = ['/srv/backups.key'];
    expect(await check({ unsafe })).toMatchObject({
      level: 'notice',
      sentence: `${sentence} A private key that opens them may lie on this machine: /srv/backups.key.`,
    });
  });
});

describe('machineChecks', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(`${tmpdir()}/atelier-health-`);
    return () => rmSync(folder, { recursive: true });
  });
  const check = async (changed: Partial<MachineSettings> = {}, hasSite = true) => {
    const settings: MachineSettings = {
      production: true,
      dataDir: folder,
      database: { engine: 'sqlite', file: join(folder, 'atelier.sqlite') },
      uploads: { maxBytes: 1, projectMaxBytes: 2, accountMaxBytes: 3 },
      mailIn: undefined,
      mail: { smtpUrl: 'smtps://me:secret@mail.example', mayBePlain: false },
      store: { kind: 'folder', folder: join(folder, 'files') },
      spoolDir: join(folder, 'spool'),
      backups: undefined,
      ...changed,
    };
    return runChecks(
      machineChecks(
        settings,
        async () => hasSite,
        async () => undefined,
      ),
      DEADLINE_MS,
    );
  };

  it('find nothing in a sound installation, and tell no password', async () => {
    const findings = (await check()).filter(({ id }) => id !== 'folder');
    expect(findings.map(({ id, level, whatToDo }) => [id, level, whatToDo])).toEqual(
      ['version', 'privacy', 'files', 'uploads', 'site', 'mail-server', 'mail-in'].map((id) => [
        id,
        'ok',
        null,
      ]),
    );
    expect(JSON.stringify(findings)).not.toContain('secret');
  });

  it('say what is wrong and what to do', async () => {
    writeFileSync(join(folder, 'server.secret'), '');
    chmodSync(join(folder, 'server.secret'), 0o640);
    const uploads = { maxBytes: 3 * 1024 ** 2, projectMaxBytes: 1024 ** 2, accountMaxBytes: 1024 ** 2 };
    const store = { kind: 'folder', folder: join(folder, 'server.secret', 'files') } as const;
    const findings = await check({ uploads, mail: noServer, store }, false);
    expect(find(findings, 'privacy')).toMatchObject({
      level: 'problem',
      sentence: `Other accounts on this machine can read ${join(folder, 'server.secret')}.`,
      whatToDo: `Run: chmod -R go= ${folder}`,
    });
    expect(find(findings, 'uploads')?.level).toBe('problem');
    expect(find(findings, 'files')?.sentence).toContain('Files can’t be stored: ');
    expect(find(findings, 'site')).toMatchObject({ level: 'problem', whatToDo: 'Run: npm run build' });
    expect(find(findings, 'mail-server')?.level).toBe('problem');
    expect(find(await check({ mail: noServer, production: false }), 'mail-server')?.level).toBe('notice');
    expect(find(await check({ dataDir: join(folder, 'gone') }), 'folder')?.level).toBe('problem');
  });
});

describe('databaseChecks', () => {
  describeEachEngine((engine) => {
    let outbox: TestOutbox;
    beforeEach(async () => {
      outbox = await createTestOutbox(engine);
      return outbox.remove;
    });
    const check = async (clock: Clock = outbox.clock) => {
      const { database } = outbox;
      const { db, location } = database;
      const store = { kind: 'folder', folder: 'files' } as const;
      const settings = { database: location, store, backups: undefined };
      const migrations = await loadMigrations();
      return runChecks(
        [...databaseChecks({ db, location, migrations, clock }), clockCheck({ db, clock, settings })],
        DEADLINE_MS,
      );
    };

    it('find nothing in a sound database', async () => {
      const findings = await check(createRunningClock());
      expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
      expect(find(findings, 'database')?.sentence).toMatch(/ responds, is up to date and has \d+ MB\.$/);
    });

    it('say how far the clock is from the database’s', async () => {
      if (engine === 'sqlite') {
        // It has no clock of its own.
        expect(find(await check(), 'clock')?.sentence).toMatch(/^The clock says /);
        return;
      }
      const clock = createRunningClock();
      clock.step(90);
      expect(find(await check(clock), 'clock')).toMatchObject({
        level: 'problem',
        sentence: expect.stringMatching(/^The clock is (89|90|91) seconds ahead of the database’s\.$/),
      });
      clock.step(-100_000);
      expect(find(await check(clock), 'clock')?.sentence).toMatch(/ behind the database’s\.$/);
    });

    it('say why mails wait for long, in words that the mail server cannot shape', async () => {
      await outbox.enqueue();
      const away = outbox.worker(async () => {
        throw new Error('450 <script>\u202e\r\nlater at smtp://me:secret@mail.example');
      });
      await away.sendDue();
      expect(find(await check(), 'mail-delivery')).toMatchObject({ level: 'ok' });
      outbox.clock.advance(3_601);
      expect(find(await check(), 'mails')).toMatchObject({
        level: 'ok',
        sentence: 'Emails: 1 waiting, 0 given up in the last 14 days.',
      });
      expect(find(await check(), 'mail-delivery')).toMatchObject({
        level: 'problem',
        sentence:
          'The mail server hasn’t taken some emails for more than an hour: ' +
          '450 <script> later at smtp://[redacted]@mail.example.',
      });
    });

    it('count the mails that were given up lately, and no older ones', async () => {
      await outbox.enqueue();
      const refusing = outbox.worker(async () => {
        throw new MailRejectedError(new Error('550 no such user'));
      });
      await refusing.sendDue();
      expect(find(await check(), 'mails')).toMatchObject({
        level: 'problem',
        sentence: 'Emails: 0 waiting, 1 given up in the last 14 days.',
      });
      outbox.clock.advance(15 * 24 * 3_600);
      expect(find(await check(), 'mails')?.level).toBe('ok');
    });
  });
});
