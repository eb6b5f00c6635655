import type { Clock } from '../clock.ts';
import { isoIn, isoNow } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import { describeError, type Log } from '../log.ts';
import { kindOf, Repeats } from '../repeats.ts';
import {
  claimJobLease,
  type JobLeaseRow,
  listJobLeases,
  releaseJobLease,
  renewJobLease,
} from './job-leases.repository.ts';

/**
 * The name of every job; the product declares them (health.feature.ts).
 * @public
 */
export interface JobNames extends Record<never, true> {}

/** Something to be done again and again by one process at a time. It must bear being done twice. */
export interface Job<Name extends string = string> {
  /** `feature.what`: names its row. */
  name: Name;
  everySeconds: number;
  /** Takes minutes or more: other jobs don't wait for it, and it keeps its lease meanwhile. */
  isLong?: true;
  /** `stopping` is aborted when the process stops, and when another process has taken the job over. */
  run(stopping: AbortSignal): Promise<void>;
}

/** A long job under way. */
interface LongRun {
  ended: Promise<void>;
  stopping: AbortController;
}

/** A recurring job with its row; one that was never due has none. */
export interface JobRun<Name extends string = string> extends Pick<Job<Name>, 'name' | 'everySeconds'> {
  row: JobLeaseRow | undefined;
}

/** Pause between two runs of due jobs. */
const LOOK_MS = 30_000;
/** No look takes so long where the process runs: it was asleep, as a machine that is suspended, or the clock was set. */
const ASLEEP_MS = 10 * LOOK_MS;
/** After this long a job counts as abandoned, and another process may take it. */
const LEASE_SECONDS = 15 * 60;
/** Until a job that failed is tried again, if it is not due sooner. */
const RETRY_SECONDS = 300;

/** Runs the recurring jobs. Every process has one; the lease in the database decides who does a job. */
export class JobRunner<Name extends string = string> {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #owner = newId();
  readonly #jobs: Job<Name>[] = [];
  readonly #long = new Map<string, LongRun>();
  readonly #stopping = new AbortController();
  readonly #repeats = new Repeats();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = true;
  #lookedAt: number;
  #lookingSince: number;

  constructor({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#lookedAt = clock.now().getTime();
    this.#lookingSince = this.#lookedAt;
  }

  /** Since when this process has looked for due jobs without having been asleep, in ms since 1970. */
  get lookingSince(): number {
    return this.#lookingSince;
  }

  add(job: Job<Name>): void {
    this.#jobs.push(job);
  }

  /** Every job of this program and how it went, by name. */
  async listRuns(): Promise<JobRun<Name>[]> {
    const rows = new Map((await listJobLeases(this.#db)).map((row) => [row.name, row]));
    return this.#jobs
      .map(({ name, everySeconds }) => ({ name, everySeconds, row: rows.get(name) }))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  start(): void {
    this.#stopped = false;
    this.#look();
  }

  /** Begins no further job, breaks off the long ones, and resolves when all that was under way is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#stopping.abort();
    for (const { stopping } of this.#long.values()) stopping.abort();
    await this.#running;
    await this.whenIdle();
  }

  /** Resolves when the long jobs under way are done. */
  async whenIdle(): Promise<void> {
    await Promise.all([...this.#long.values()].map(({ ended }) => ended));
  }

  #look(): void {
    this.#running = this.runDue().finally(() => {
      this.#running = undefined;
      if (!this.#stopped) this.#timer = setTimeout(() => this.#look(), LOOK_MS);
    });
  }

  /**
   * Runs, one after the other, every job that is due and that no other process is running; the long ones go on beside
   * the others. Never throws.
   * @param only the name of the one job to run, if it is due
   */
  async runDue(only?: Name): Promise<void> {
    const now = this.#clock.now().getTime();
    if (Math.abs(now - this.#lookedAt) > ASLEEP_MS) this.#lookingSince = now;
    this.#lookedAt = now;
    for (const job of this.#jobs) {
      if (only !== undefined && job.name !== only) continue;
      try {
        const longRun = this.#long.get(job.name);
        if (longRun) await this.#keepLease(job, longRun);
        else if (await this.#claim(job)) await this.#runClaimed(job);
      } catch (error) {
        const repeated = this.#repeats.note(kindOf(error));
        if (!repeated) continue;
        this.#log.warn({ err: error, job: job.name, ...repeated }, 'a job could not be claimed or finished');
      }
    }
  }

  /**
   * Runs a job at once although it isn't due, and keeps its lease.
   * @returns false if another process is running it; else true, when it has ended
   */
  async runNow(name: string): Promise<boolean> {
    const job = this.#jobs.find((each) => each.name === name);
    if (!job || !(await this.#claim(job, true))) return false;
    await this.#runClaimed(job);
    this.start();
    await this.whenIdle();
    return true;
  }

  async #keepLease({ name }: Job, { stopping }: LongRun): Promise<void> {
    if (await renewJobLease(this.#db, this.#clock, { name, owner: this.#owner, leaseSeconds: LEASE_SECONDS }))
      return;
    this.#log.warn({ job: name }, 'another process has taken a job over; it is broken off here');
    stopping.abort();
  }

  async #claim({ name, everySeconds }: Job, isUrgent = false): Promise<boolean> {
    const request = { name, owner: this.#owner, everySeconds, leaseSeconds: LEASE_SECONDS, isUrgent };
    return claimJobLease(this.#db, this.#clock, request);
  }

  async #runClaimed(job: Job): Promise<void> {
    if (!job.isLong) {
      await this.#runToEnd(job, this.#stopping.signal);
      return;
    }
    const stopping = new AbortController();
    const ended = this.#runToEnd(job, stopping.signal)
      .catch((error: unknown) => this.#log.warn({ err: error, job: job.name }, 'a job could not be finished'))
      .finally(() => this.#long.delete(job.name));
    this.#long.set(job.name, { ended, stopping });
  }

  async #runToEnd(job: Job, stopping: AbortSignal): Promise<void> {
    let pause = job.everySeconds;
    let failure: string | undefined;
    try {
      await job.run(stopping);
    } catch (error) {
      pause = Math.min(pause, RETRY_SECONDS);
      failure = describeError(error);
      this.#log.error({ err: error, job: job.name }, 'a job failed; it will be tried again');
    }
    await releaseJobLease(this.#db, job.name, this.#owner, {
      now: isoNow(this.#clock),
      nextAt: isoIn(this.#clock, pause),
      error: failure,
    });
  }
}
