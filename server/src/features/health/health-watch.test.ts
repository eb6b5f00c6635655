import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckId } from '@atelier/domain/health/rules.ts';
import { describe, expect, it } from 'vitest';
import { describeEachEngine } from '../../../test/harness/database.ts';
import { createTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { studioMailLook } from '../../mails.ts';
import { type Check, ok, problem } from './checks.ts';
import { HealthService } from './health.service.ts';
import { HealthWatch } from './health-watch.ts';

const OWNER = 'owner@studio.example';
const LOOK_SECONDS = 300;

/** A watch over checks that find a problem where the test says so. */
function createTestWatch(app: TestApp, ids: readonly CheckId[]) {
  const wrong = new Set<CheckId>();
  const addresses = [OWNER];
  const { db, clock, mailer, publicUrl } = app.instance.platform;
  const checks: Check[] = ids.map((id) => ({
    id,
    run: () => (wrong.has(id) ? problem('The <b>disk</b> is full.', 'Free some space.') : ok('Well.')),
  }));
  const mails = {
    mailer,
    publicUrl,
    look: studioMailLook(publicUrl),
    listStudioAddresses: async () => addresses,
  };
  const look = async (times = 1) => {
    for (let time = 0; time < times; time += 1) {
      app.clock.advance(LOOK_SECONDS);
      await new HealthWatch({ db, clock, mails, health: new HealthService({ clock, checks }) }).look();
    }
    await app.drainOutbox();
    return app.mails.map(({ subject }) => subject);
  };
  return { wrong, addresses, look };
}

describe('HealthWatch', () => {
  describeEachEngine((engine) => {
    it('mails a problem once when two looks in a row find it, and once when it is over', async () => {
      await using app = await createTestApp({ engine });
      const { wrong, look } = createTestWatch(app, ['folder', 'files', 'backup', 'mail-server']);
      wrong.add('folder').add('backup').add('mail-server');
      expect(await look()).toEqual([]);
      expect(await look()).toEqual(['Needs you: Disk']);
      expect(app.mails[0]).toMatchObject({
        to: { address: OWNER },
        text: expect.stringContaining('Disk: The <b>disk</b> is full.\nFree some space.'),
        html: expect.stringContaining('The &lt;b&gt;disk&lt;/b&gt; is full.'),
      });
      expect(app.mails[0]?.text).toContain('/admin/health');
      wrong.add('files');
      expect(await look(20)).toEqual(['Needs you: Disk', 'Needs you: Files']);
      wrong.clear();
      expect(await look(3)).toEqual(['Needs you: Disk', 'Needs you: Files', 'Over: Disk, Files']);
      expect(app.mails[2]?.text).toContain('Disk: from 2026-03-02 09:05 UTC');
      app.clock.advance(24 * 3_600);
      await look();
      expect([app.mails.length, await app.db.selectFrom('health_alarms').selectAll().execute()]).toEqual([
        3,
        [],
      ]);
    });

    it('mails all that begins at the same look in one email', async () => {
      await using app = await createTestApp({ engine });
      const { wrong, look } = createTestWatch(app, ['folder', 'files']);
      wrong.add('folder').add('files');
      expect(await look(2)).toEqual(['Needs you: Disk, Files']);
    });

    it('waits for an owner to mail to', async () => {
      await using app = await createTestApp({ engine });
      const { wrong, look, addresses } = createTestWatch(app, ['folder']);
      wrong.add('folder');
      addresses.length = 0;
      expect(await look(5)).toEqual([]);
      addresses.push(OWNER);
      expect(await look()).toEqual([]);
      expect(await look()).toEqual(['Needs you: Disk']);
    });

    it('is a recurring job of the product', async () => {
      await using app = await createTestApp({ engine });
      const secret = join(app.dataDir, 'server.secret');
      writeFileSync(secret, '');
      chmodSync(secret, 0o644);
      for (const _ of [1, 2, 3]) {
        await app.instance.jobs.runDue();
        app.clock.advance(LOOK_SECONDS);
      }
      await app.drainOutbox();
      const mails = app.mails.filter(({ subject }) => subject.includes('Privacy of the data'));
      expect(mails.map(({ to, text }) => [to.address, text.includes('chmod -R go=')])).toEqual([
        [OWNER, true],
      ]);
    });
  });
});
