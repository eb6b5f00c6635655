import { beforeEach, describe, expect, it } from 'vitest';
import { createTestClock, type TestClock } from '../../../test/harness/clock.ts';
import { createTestDatabase, describeEachEngine, type TestDatabase } from '../../../test/harness/database.ts';
import { createLog } from '../log.ts';
import { listJobLeases } from './job-leases.repository.ts';
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

    it('counts as looking since it was last asleep', async () => {
      const jobs = runner(async () => {});
      const begun = jobs.lookingSince;
      for (const seconds of [0, 30, 30]) {
        clock.advance(seconds);
        await jobs.runDue();
      }
      expect(jobs.lookingSince).toBe(begun);
      clock.advance(3600);
      await jobs.runDue();
      expect(jobs.lookingSince).toBe(clock.now().getTime());
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

    it('records when a job ran, how it ended and how often it failed since its last success', async () => {
      const outcomes = ['refused by smtp://me:secret@mail.example', 'still no', undefined];
      const jobs = runner(async () => {
        const error = outcomes.shift();
        clock.advance(2);
        if (error) throw new Error(error);
      });
      const row = async () => (await listJobLeases(database.db))[0];
      const start = clock.now().getTime();
      const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
      await jobs.runDue();
      expect(await row()).toMatchObject({
        started_at: at(0),
        ended_at: at(2),
        succeeded_at: null,
        failures: 1,
        last_error: 'refused by smtp://[redacted]@mail.example',
        next_at: at(302),
      });
      clock.advance(300);
      await jobs.runDue();
      expect(await row()).toMatchObject({ failures: 2, last_error: 'still no', succeeded_at: null });
      clock.advance(300);
      await jobs.runDue();
      expect(await row()).toMatchObject({
        started_at: at(604),
        ended_at: at(606),
        succeeded_at: at(606),
        failures: 0,
        last_error: null,
      });
    });

    it('counts a run whose process ended before it as failed', async () => {
      const never = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const vanished = runner(async () => {
        begun.resolve();
        await never.promise;
      }).runDue();
      await begun.promise;
      clock.advance(15 * 60);
      const rows: unknown[] = [];
      await runner(async () => {
        rows.push(...(await listJobLeases(database.db)));
      }).runDue();
      expect(rows).toMatchObject([
        { failures: 1, last_error: 'The process that ran it ended or hung before it was done' },
      ]);
      expect(await listJobLeases(database.db)).toMatchObject([{ failures: 0, last_error: null }]);
      never.resolve();
      await vanished;
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

    /** A job that goes on until it is let go or broken off. */
    function createLongJob() {
      const letGo = Promise.withResolvers<void>();
      const seen = { runs: 0, isBrokenOff: false };
      const run = async (stopping: AbortSignal) => {
        seen.runs++;
        stopping.addEventListener('abort', () => {
          seen.isBrokenOff = true;
          letGo.resolve();
        });
        await letGo.promise;
      };
      const start = () => {
        const jobs = new JobRunner({ db: database.db, clock, log: createLog('silent') });
        jobs.add({ name: 'test.long', everySeconds: 3600, isLong: true, run });
        return jobs;
      };
      return { seen, start, letGo: letGo.resolve };
    }

    it('goes on with other jobs beside a long one, which keeps its lease for as long as it takes', async () => {
      const { seen, start, letGo } = createLongJob();
      let others = 0;
      const jobs = start();
      jobs.add({
        name: 'test.other',
        everySeconds: 60,
        run: async () => {
          others++;
        },
      });
      const second = start();
      await jobs.runDue();
      for (let minute = 0; minute < 60; minute += 10) {
        clock.advance(600);
        await jobs.runDue();
        await second.runDue();
      }
      expect([seen.runs, others]).toEqual([1, 7]);
      letGo();
      await jobs.whenIdle();
      await jobs.runDue();
      expect(seen.runs).toBe(1);
      clock.advance(3600);
      await second.runDue();
      expect(seen.runs).toBe(2);
      await second.whenIdle();
    });

    it('breaks off a long job that another process has taken over', async () => {
      const first = createLongJob();
      const second = createLongJob();
      const [paused, other] = [first.start(), second.start()];
      await paused.runDue();
      clock.advance(3600);
      await other.runDue();
      await paused.runDue();
      await paused.whenIdle();
      expect([first.seen.isBrokenOff, second.seen.isBrokenOff]).toEqual([true, false]);
      second.letGo();
      await other.whenIdle();
    });

    it('breaks off a long job when it stops', async () => {
      const { seen, start } = createLongJob();
      const jobs = start();
      await jobs.runDue();
      await jobs.stop();
      expect(seen.isBrokenOff).toBe(true);
    });
  });
});
