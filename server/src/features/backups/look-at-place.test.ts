import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@atelier/domain/api.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';
import { findPlaceFault, findPrivateKeys } from './look-at-place.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/atelier-looked-at-`);
  return () => rmSync(folder, { recursive: true, force: true });
});
const lookedAt = () => ({
  to: { kind: 'folder', folder: join(folder, 'to') } as const,
  dataDir: join(folder, 'data'),
  spoolDir: join(folder, 'data/spool'),
  sealing: { to: ['age1'], nameKey: '' },
});

describe('findPlaceFault', () => {
  it('says why the place is out of reach, and nothing of one that can be written', async () => {
    expect(await findPlaceFault(lookedAt())).toMatch(
      /^The backups in .* are out of reach\. A folder or file is missing: /,
    );
    writeFileSync(join(folder, 'to'), 'no folder');
    expect(await findPlaceFault(lookedAt())).toMatch(/are out of reach\./);
    rmSync(join(folder, 'to'));
    mkdirSync(join(folder, 'to'));
    expect(await findPlaceFault(lookedAt())).toBeUndefined();
  });
});

describe('findPrivateKeys', () => {
  it('finds a private key beside the data or the backups, where these are encrypted', async () => {
    for (const name of ['to', 'data']) mkdirSync(join(folder, name));
    expect(await findPrivateKeys(lookedAt())).toEqual([]);
    const paths = [join(folder, 'data/key.txt'), join(folder, 'to/key')];
    for (const path of paths) writeFileSync(path, '# created\nAGE-SECRET-KEY-1QQQQ\n');
    expect(await findPrivateKeys(lookedAt())).toEqual(paths);
    expect(await findPrivateKeys({ ...lookedAt(), sealing: undefined })).toEqual([]);
  });
});

describe('Health', () => {
  describeAnyEngine((engine) => {
    it('says that backups are late or their place is gone, also while no job has noticed', async () => {
      const to = join(folder, 'to');
      mkdirSync(to);
      await using app = await createTestApp({ engine, env: { BACKUP_TO: to } });
      const owner = await app.signInOwner();
      const look = async () => {
        app.clock.advance(60);
        const { findings } = (await owner.call(api.getHealth)).body;
        return findings.find(({ id }) => id === 'backup');
      };
      await app.instance.jobs.runDue();
      await app.instance.jobs.whenIdle();
      expect(await look()).toMatchObject({ level: 'ok' });
      app.clock.advance(37 * 3600);
      expect(await look()).toMatchObject({
        level: 'problem',
        sentence: expect.stringContaining('The last backup is more than 36 hours old.'),
      });
      app.clock.advance(9 * 24 * 3600);
      rmSync(to, { recursive: true });
      const { sentence } = (await look()) ?? {};
      expect(sentence).toContain('No backup has been tried out for ten days.');
      expect(sentence).toContain('are out of reach.');
    });
  });
});
