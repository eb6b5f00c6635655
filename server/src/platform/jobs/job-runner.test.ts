import { beforeEach, expect, it } from 'vitest';
import { createTestClock, type TestClock } from '../../../test/harness/clock.ts';
import { createTestDatabase, describeEachEngine, type TestDatabase } from '../../../test/harness/database.ts';
import { createLog } from '../log.ts';
import { JobRunner } from './job-runner.ts';

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

  it('runs a job at once, then each time it is due', async () => {
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

  it('runs when the clock was two days ahead and is set back, and then as often as ever', async () => {
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

  it('takes the lease of a process that vanished while the clock was ahead', async () => {
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

  it('lets one process at a time have it, and another when the first is gone', async () => {
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

  it('runs it once for many that ask at the same moment', async () => {
    let runs = 0;
    const many = Array.from({ length: 5 }, () =>
      runner(async () => {
        runs++;
      }),
    );
    await Promise.all(many.map((jobs) => jobs.runDue()));
    expect(runs).toBe(1);
  });

  it('tries one that failed again in five minutes, and says so', async () => {
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

  it('stops when the one under way is done', async () => {
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
