import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@atelier/domain/errors.ts';
import { describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createFileScene, sendFile } from '../../../test/harness/files.ts';
import { createTestHttp } from '../../../test/harness/http.ts';

describe('the log of failures', () => {
  describeAnyEngine((engine) => {
    it('has one line when every upload fails alike', async () => {
      const scene = await createFileScene(engine);
      await using app = scene.app;
      // No fault of the disk: the folder of the files is none.
      rmSync(join(app.dataDir, 'files'), { recursive: true, force: true });
      writeFileSync(join(app.dataDir, 'files'), '');
      for (const name of ['a.txt', 'b.txt', 'c.txt']) {
        expect((await sendFile(scene, name, 'A.')).status).toBe(503);
      }
      expect(app.takeLoggedErrors()).toHaveLength(1);
      expect(app.log.filter(({ outcome }) => outcome === 'unavailable')).toHaveLength(3);
    });
  });

  it('has a line of each late reply, and of each kind of failure', async () => {
    await using http = await createTestHttp((app) => {
      app.get('/hangs', { config: { deadlineMs: 20 } }, () => new Promise(() => {}));
      for (const what of ['sign-in', 'files']) {
        app.get(`/${what}`, async () => {
          throw new AppError('unavailable', `${what} can’t be reached.`);
        });
      }
    });
    for (const url of ['/hangs', '/hangs', '/sign-in', '/files', '/sign-in', '/files']) {
      expect((await http.app.inject({ url })).statusCode).toBe(503);
    }
    const failed = http.log.filter(({ msg }) => msg === 'request failed');
    expect(failed.map(({ err }) => (err as Error).message)).toEqual([
      'There was no reply within 20 ms',
      'There was no reply within 20 ms',
      'sign-in can’t be reached.',
      'files can’t be reached.',
    ]);
  });
});
