import { beforeEach, describe, expect, it } from 'vitest';
import { createTestClock, type TestClock } from '../../../test/harness/clock.ts';
import { createTestDatabase, describeAnyEngine, type TestDatabase } from '../../../test/harness/database.ts';
import { listJobLeases } from '../../platform/jobs/job-leases.repository.ts';
import { JobRunner } from '../../platform/jobs/job-runner.ts';
import { createLog } from '../../platform/log.ts';
import { jobsCheck } from './jobs.check.ts';

const HALF_AN_HOUR = 1_800;

describe('jobsCheck', () => {
  describeAnyEngine((engine) => {
    let database: TestDatabase;
    let clock: TestClock;
    let since: number;
    beforeEach(async () => {
      database = await createTestDatabase(engine);
      clock = createTestClock();
      since = clock.now().getTime();
      return database.remove;
    });
    const check = async (changed: { since?: undefined } = {}) => {
      const listJobs = () => listJobLeases(database.db);
      return jobsCheck({ clock, listJobs, since: () => since, ...changed }).run();
    };
    /** The jobs of one process. */
    const createProcess = (run: () => Promise<void>) => {
      const jobs = new JobRunner({ db: database.db, clock, log: createLog('silent') });
      jobs.add({ name: 'storage.sweep', everySeconds: 600, run });
      return jobs;
    };

    it('names a job that fails: once is worth knowing, twice is a problem', async () => {
      const outcomes = [new Error('no'), new Error('still no'), undefined];
      const jobs = createProcess(async () => {
        const error = outcomes.shift();
        if (error) throw error;
      });
      const seen: (string | undefined)[][] = [];
      for (const _ of [1, 2, 3]) {
        await jobs.runDue();
        const { level, sentence } = await check();
        seen.push([level, sentence]);
        clock.advance(300);
      }
      expect(seen).toEqual([
        ['notice', 'Recurring jobs that fail: Deleted files (no).'],
        ['problem', 'Recurring jobs that fail: Deleted files (still no).'],
        ['ok', 'Recurring jobs: 1, on time and without failures.'],
      ]);
    });

    it('names a job that nothing runs, until a process does', async () => {
      const jobs = createProcess(async () => {});
      await jobs.runDue();
      clock.advance(600 + HALF_AN_HOUR / 2);
      expect(await check()).toMatchObject({ level: 'ok' });
      clock.advance(1);
      expect(await check()).toMatchObject({
        level: 'problem',
        sentence: 'Recurring jobs that don’t run: Deleted files (due on 2026-03-02 09:10 UTC).',
      });
      await jobs.runDue();
      expect(await check()).toMatchObject({ level: 'ok' });
    });

    it('names a job whose process is gone once no other takes it over', async () => {
      const begun = Promise.withResolvers<void>();
      const never = Promise.withResolvers<void>();
      const vanished = createProcess(() => {
        begun.resolve();
        return never.promise;
      }).runDue();
      await begun.promise;
      // For half of it the lease was the process's own.
      clock.advance(HALF_AN_HOUR);
      expect(await check()).toMatchObject({ level: 'ok' });
      clock.advance(1);
      expect(await check()).toMatchObject({ level: 'problem' });
      await createProcess(async () => {}).runDue();
      expect(await check()).toMatchObject({ level: 'ok' });
      never.resolve();
      await vanished;
    });

    it('finds none late that was due while nothing ran, and none while nothing needs to run', async () => {
      const jobs = createProcess(async () => {});
      await jobs.runDue();
      clock.advance(7 * 24 * 3_600);
      expect(await check({ since: undefined })).toMatchObject({ level: 'ok' });
      since = clock.now().getTime();
      expect(await check()).toMatchObject({ level: 'ok' });
      clock.advance(HALF_AN_HOUR);
      expect(await check()).toMatchObject({ level: 'problem' });
    });
  });
});
