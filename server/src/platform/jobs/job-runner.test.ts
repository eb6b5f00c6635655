import { beforeEach, describe, expect, it } from 'vitest';
import { createTestClock, type TestClock } from '../../../test/harness/clock.ts';
import { createTestDatabase, describeEachEngine, type TestDatabase } from '../../../test/harness/database.ts';
import { createLog } from '../log.ts';
import { JobRunner } from './job-runner.ts';

describe('JobRunner', () => {
  describeEachEngine((engine) => {
    let database: TestDatabase;
    let clock: TestClock;
    let logged: { level: number; msg: string }[];
    beforeEach(async () => {
      database = await createTestDatabase(engine);
      clock = createTestClock();
      logged = [];
      return database.remove;
    });

    function runner(run: () => Promise<void>) {
      const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
      const jobs = new JobRunner({ db: database.db, clock, log });
      jobs.add({ name: 'test.job', everySeconds: 3600, run });
      return jobs;
    }

    it('runs a job immediately, then each time it is due', async () => {
      let runs = 0;
      const jobs = runner(async () => {
        runs++;
      });
      for (const seconds of [0, 3599, 1, 3600]) {
        clock.advance(seconds);
        await jobs.runDue();
      }
      expect(runs).toBe(3);
    });

    it('runs on schedule after a clock two days ahead is set back', async () => {
      let runs = 0;
      const jobs = runner(async () => {
        runs++;
      });
      clock.step(48 * 3600);
      await jobs.runDue();
      clock.step(-48 * 3600);
      await jobs.runDue();
      await jobs.runDue();
      expect(runs).toBe(2);
      clock.advance(3600);
      await jobs.runDue();
      expect(runs).toBe(3);
    });

    it('takes over the lease of a process that died while the clock was ahead', async () => {
      const never = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      clock.step(48 * 3600);
      const vanished = runner(async () => {
        begun.resolve();
        await never.promise;
      }).runDue();
      await begun.promise;
      clock.step(-48 * 3600);
      let runs = 0;
      await runner(async () => {
        runs++;
      }).runDue();
      expect(runs).toBe(1);
      never.resolve();
      await vanished;
    });

    it('gives a job to one process at a time, and to another when the first is gone', async () => {
      const runs: string[] = [];
      const never = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const first = runner(async () => {
        runs.push('first');
        begun.resolve();
        await never.promise;
      }).runDue();
      await begun.promise;
      const second = runner(async () => {
        runs.push('second');
      });
      await second.runDue();
      expect(runs).toEqual(['first']);
      clock.advance(15 * 60);
      await second.runDue();
      expect(runs).toEqual(['first', 'second']);
      // The first one comes back late: it does not undo what the second has noted.
      clock.advance(10);
      never.resolve();
      await first;
      clock.advance(3589);
      await second.runDue();
      expect(runs).toEqual(['first', 'second']);
      clock.advance(1);
      await second.runDue();
      expect(runs).toEqual(['first', 'second', 'second']);
    });

    it('runs a job once when many processes ask simultaneously', async () => {
      let runs = 0;
      const many = Array.from({ length: 5 }, () =>
        runner(async () => {
          runs++;
        }),
      );
      await Promise.all(many.map((jobs) => jobs.runDue()));
      expect(runs).toBe(1);
    });

    it('retries a failed job after five minutes and logs the failure', async () => {
      let runs = 0;
      const jobs = runner(async () => {
        runs++;
        throw new Error('no');
      });
      await jobs.runDue();
      clock.advance(299);
      await jobs.runDue();
      expect(runs).toBe(1);
      clock.advance(1);
      await jobs.runDue();
      expect(runs).toBe(2);
      expect(logged.map(({ level, msg }) => [level, msg])).toEqual(
        Array(2).fill([50, 'a job failed; it will be tried again']),
      );
    });

    it('stops after the running job is done', async () => {
      const release = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      let done = false;
      const jobs = runner(async () => {
        begun.resolve();
        await release.promise;
        done = true;
      });
      jobs.start();
      await begun.promise;
      const stopping = jobs.stop();
      release.resolve();
      await stopping;
      expect(done).toBe(true);
    });
  });
});
