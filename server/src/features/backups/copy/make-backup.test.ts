import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  describeEachEngine,
  type TestDatabase,
} from '../../../../test/harness/database.ts';
import { verifyParts } from './backup-source.ts';
import { openFolderDestination } from './destination.ts';
import { findEntry, listNames } from './entry.ts';
import { openStoredBackup } from './incremental-backup.ts';
import { type BackupOrder, makeBackup } from './make-backup.ts';

const INSTALLATION = 'a'.repeat(16);
const SECONDS = 1_000;
const DAY = 24 * 3600 * SECONDS;

describe('makeBackup', () => {
  describeEachEngine((engine) => {
    let folder: string;
    let database: TestDatabase;
    beforeEach(async () => {
      folder = mkdtempSync(`${tmpdir()}/atelier-made-`);
      for (const name of ['to', 'data', 'data/files', 'spool']) mkdirSync(join(folder, name));
      database = await createTestDatabase(engine);
      return async () => {
        await database.remove();
        rmSync(folder, { recursive: true, force: true });
      };
    });
    const to = () => join(folder, 'to');
    const orderAt = (madeAt: number, more: Partial<BackupOrder> = {}): BackupOrder => ({
      to: { kind: 'folder', folder: to() },
      keep: { days: 1, weeks: 0, months: 0 },
      ...{ installation: INSTALLATION, madeAt: new Date(madeAt).toISOString() },
      ...{ sealing: undefined, rotten: [], previous: undefined, signingKeyFile: undefined, settings: {} },
      ...{
        dataDir: join(folder, 'data'),
        mailboxDir: join(folder, 'data/mailbox'),
        spoolDir: join(folder, 'spool'),
      },
      ...{ database: database.location, store: { kind: 'folder', folder: join(folder, 'data/files') } },
      ...more,
    });
    const reader = () => openFolderDestination(to(), 'reader');
    const verify = async (name?: string) => verifyParts(await openStoredBackup(reader(), name));
    const START = Date.parse('2026-03-02T09:00:00.000Z');

    it('makes whole backups by two processes at once, as of an installation that was restored twice', async () => {
      // Different contents of about the same size.
      for (let n = 0; n < 3; n++) {
        mkdirSync(join(folder, `twin-${n}`));
        writeFileSync(join(folder, `twin-${n}`, 'server.secret'), `${n}`.repeat(2 ** 21));
      }
      const made = await Promise.allSettled(
        [0, 1, 2].map((n) =>
          makeBackup(
            orderAt(START + n * DAY, {
              dataDir: join(folder, `twin-${n}`),
              keep: { days: 7, weeks: 0, months: 0 },
            }),
          ),
        ),
      );
      expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
      for (const name of await listNames(reader())) await verify(name);
      expect(readdirSync(join(to(), 'unfinished'))).toEqual([]);
    });

    it('removes what a writer that is gone has left, and nothing of one that writes', async () => {
      const unfinished = join(to(), 'unfinished');
      for (const name of ['gone', 'writing']) {
        mkdirSync(join(unfinished, `${INSTALLATION}-${name}`), { recursive: true });
        writeFileSync(join(unfinished, `${INSTALLATION}-${name}`, '0'), 'half');
      }
      const longAgo = new Date(Date.now() - DAY);
      for (const path of ['gone/0', 'gone', 'writing'])
        utimesSync(join(unfinished, `${INSTALLATION}-${path}`), longAgo, longAgo);
      await makeBackup(orderAt(START));
      expect(readdirSync(unfinished)).toEqual([`${INSTALLATION}-writing`]);
    });

    it('keeps what it has just made although the clock was ahead before, and others newer by their dates are there', async () => {
      await makeBackup(orderAt(START + 3 * DAY));
      const { name, deleted } = await makeBackup(orderAt(START));
      expect(deleted).toEqual([]);
      await verify(name);
      // The next one replaces it.
      const next = await makeBackup(orderAt(START + 60 * SECONDS));
      expect(next.deleted).toEqual([name]);
      await verify(next.name);
    });

    it('is found as the newest unless its date is still to come, as of a clock that was ahead', async () => {
      const keep = { days: 7, weeks: 0, months: 0 };
      const { name } = await makeBackup(orderAt(START, { keep }));
      const ahead = await makeBackup(orderAt(Date.now() + 10 * DAY, { keep }));
      expect((await findEntry(reader(), undefined)).name).toBe(name);
      rmSync(join(to(), 'backups', `${name}.json`));
      expect((await findEntry(reader(), undefined)).name).toBe(ahead.name);
    });
  });
});
