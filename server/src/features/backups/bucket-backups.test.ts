import { beforeEach, describe, expect, it } from 'vitest';
import { describeAnyEngine } from '../../../test/harness/database.ts';
import { createInstallation } from '../../../test/harness/installation.ts';
import { createTestBucket, type TestBucket } from '../../../test/harness/stores.ts';
import { createTestApp } from '../../../test/harness/test-app.ts';

describe('backups to a bucket', () => {
  describeAnyEngine((engine) => {
    let bucket: TestBucket;
    beforeEach(async () => {
      bucket = await createTestBucket();
      return bucket[Symbol.asyncDispose];
    });
    const envOf = ({ env: { STORAGE_URL = '', ...keys } }: TestBucket) => ({
      ...keys,
      BACKUP_TO: STORAGE_URL.replace('/studio', '/backups'),
    });

    it('are made, kept by the rule, listed and restored, and copy nothing twice', async () => {
      await using app = await createTestApp({ engine, env: { ...envOf(bucket), BACKUP_KEEP: '2d' } });
      for (let day = 0; day < 3; day++) {
        await app.instance.jobs.runDue();
        await app.instance.jobs.whenIdle();
        app.clock.advance(24 * 3600);
      }
      const runs = await app.db
        .selectFrom('backup_runs')
        .selectAll()
        .where('kind', '=', 'backup')
        .orderBy('id')
        .execute();
      expect(runs.map(({ outcome, problem }) => [outcome, problem])).toEqual(Array(3).fill(['done', null]));
      expect(runs[1]?.copied).toBeLessThan(runs[1]?.size ?? 0);

      await using to = await createInstallation(engine);
      Object.assign(to.env, envOf(bucket));
      expect([await to.studio('backups'), to.lines.length]).toEqual([0, 3]);
      await to.studio('restore');
      expect(to.lines).toContainEqual(expect.stringMatching(/^Restored \d+ rows and 0 files/));
    });

    it('fail with a sentence while the bucket is out of reach', async () => {
      await bucket.stop();
      await using app = await createTestApp({ engine, env: envOf(bucket) });
      await app.instance.jobs.runDue();
      await app.instance.jobs.whenIdle();
      await app.drainOutbox();
      expect(app.mails.map(({ subject }) => subject)).toEqual(['The backup failed']);
      expect(app.mails[0]?.text).toContain('ECONNREFUSED');
      expect(app.takeLoggedErrors()).toHaveLength(1);
    });
  });
});
