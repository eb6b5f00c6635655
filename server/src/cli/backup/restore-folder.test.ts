import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createInstallation, type Installation } from '../../../test/harness/installation.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { loadServerSecret } from '../../platform/server-secret.ts';

interface Drill {
  installation: Installation;
  /** A temporary folder with the backup in it. */
  outside: string;
  backup: string;
}

describe('restore', () => {
  describeEachEngine((engine) => {
    let drill: Drill;
    beforeEach(async () => {
      const installation = await createInstallation(engine);
      await loadServerSecret(installation.dataDir);
      expect(await installation.studio('migrate')).toBe(0);
      await note(installation, 'backed-up');
      const outside = mkdtempSync(`${tmpdir()}/atelier-drill-`);
      expect(await installation.studio('backup', outside)).toBe(0);
      drill = { installation, outside, backup: join(outside, readdirSync(outside).join()) };
      await note(installation, 'later');
    });
    afterEach(async () => {
      await drill.installation[Symbol.asyncDispose]();
      rmSync(drill.outside, { recursive: true, force: true });
    });

    /** Writes a row that identifies a database. */
    async function note({ location }: Installation, name: string) {
      const { db, close } = openDatabase(location);
      await db.insertInto('job_leases').values({ name, next_at: '2026' }).execute();
      await close();
    }

    async function notes({ location }: Installation) {
      const { db, close } = openDatabase(location);
      const rows = await db.selectFrom('job_leases').select('name').orderBy('name').execute();
      await close();
      return rows.map(({ name }) => name);
    }

    /** Every path below a folder with its content; what SQLite writes for its readers is left out. */
    function contentOf(folder: string) {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => !/-(wal|shm)$/.test(path) && statSync(join(folder, path)).isFile())
        .sort()
        .map((path) => [path, readFileSync(join(folder, path)).toString('base64')]);
    }

    const inside = ({ installation, backup }: Drill, name = 'backups/one') => {
      const copy = join(installation.dataDir, name);
      cpSync(backup, copy, { recursive: true });
      return copy;
    };

    it.each<[string, string, (drill: Drill) => string]>([
      ['inside DATA_DIR', 'inside DATA_DIR', inside],
      [
        'in what an earlier restore set aside',
        'inside DATA_DIR',
        (d) => inside(d, 'before-restore-2026-01-01T00-00-00Z/backups/one'),
      ],
      [
        'behind a link that leads into DATA_DIR',
        'inside DATA_DIR',
        (d) => {
          symlinkSync(inside(d), join(d.outside, 'link'));
          return join(d.outside, 'link');
        },
      ],
      [
        'of which one part is a link into DATA_DIR',
        'inside DATA_DIR',
        (d) => {
          const copy = join(d.outside, 'copy');
          cpSync(d.backup, copy, { recursive: true });
          rmSync(join(copy, 'server.secret'));
          symlinkSync(join(d.installation.dataDir, 'server.secret'), join(copy, 'server.secret'));
          return copy;
        },
      ],
      ['that is DATA_DIR itself', 'inside DATA_DIR', (d) => moveData(d, d.backup)],
      ['that has DATA_DIR in it', 'is inside the backup', (d) => moveData(d, join(d.backup, 'data'))],
      [
        'for a DATA_DIR that cannot be made',
        'cannot be written',
        (d) => {
          writeFileSync(join(d.outside, 'file'), '');
          moveData(d, join(d.outside, 'file/data'));
          return d.backup;
        },
      ],
      ['that is not there', 'no backup at', (d) => join(d.outside, 'nothing')],
    ])('refuses a backup %s before it touches anything', async (_where, message, arrange) => {
      const { installation } = drill;
      const dataDir = installation.dataDir;
      const backup = arrange(drill);
      const before = [contentOf(dataDir), contentOf(drill.outside)];
      expect([await installation.studio('restore', backup, '--over'), installation.lines.at(-1)]).toEqual([
        1,
        expect.stringContaining(message),
      ]);
      expect([contentOf(dataDir), contentOf(drill.outside)]).toEqual(before);
      expect(await notes(installation)).toEqual(['backed-up', 'later']);
    });

    it.each<[string, (drill: Drill) => string]>([
      ['by a relative path', ({ backup }) => relative(process.cwd(), backup)],
      [
        'by a link in DATA_DIR that leads elsewhere',
        ({ installation, backup }) => {
          mkdirSync(join(installation.dataDir, 'backups'));
          symlinkSync(backup, join(installation.dataDir, 'backups/link'));
          return join(installation.dataDir, 'backups/link');
        },
      ],
      [
        'into a DATA_DIR that is a link',
        ({ installation, outside, backup }) => {
          symlinkSync(installation.dataDir, join(outside, 'data'));
          installation.env.DATA_DIR = join(outside, 'data');
          return backup;
        },
      ],
    ])('restores a backup %s', async (_where, arrange) => {
      const { installation } = drill;
      const code = await installation.studio('restore', arrange(drill), '--over');
      // The site isn't built here, so the doctor finds a fault: the restore succeeds even so.
      expect(installation.lines.filter((line) => line.startsWith('Restored'))).toHaveLength(1);
      expect([code, await notes(installation)]).toEqual([0, ['backed-up']]);
    });

    /** Settings with another data folder; the database stays where it is. */
    function moveData({ installation, backup }: Drill, dataDir: string) {
      installation.env.DATA_DIR = dataDir;
      return backup;
    }
  });
});
