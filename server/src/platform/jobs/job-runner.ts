import type { Clock } from '../clock.ts';
import { isoIn } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { claimJobLease, releaseJobLease } from './job-leases.repository.ts';

/** Something to be done again and again by one process at a time. It must bear being done twice. */
export interface Job {
  /** `feature.what`: names its row. */
  name: string;
  everySeconds: number;
  run(): Promise<void>;
}

/** Pause between two runs of due jobs. */
const LOOK_MS = 30_000;
/** After this long a job counts as abandoned, and another process may take it. */
const LEASE_SECONDS = 15 * 60;
/** Until a job that failed is tried again, if it is not due sooner. */
const RETRY_SECONDS = 300;

/** Runs the recurring jobs. Every process has one; the lease in the database decides who does a job. */
export class JobRunner {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #owner = newId();
  readonly #jobs: Job[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = true;

  constructor({ db, clock, log }: { db: Db; clock: Clock; log: Log }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  add(job: Job): void {
    this.#jobs.push(job);
  }

  start(): void {
    this.#stopped = false;
    this.#look();
  }

  /** Begins no further job and resolves when the one under way is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #look(): void {
    this.#running = this.runDue().finally(() => {
      this.#running = undefined;
      if (!this.#stopped) this.#timer = setTimeout(() => this.#look(), LOOK_MS);
    });
  }

  /** Runs, one after the other, every job that is due and that no other process is running. Never throws. */
  async runDue(): Promise<void> {
    for (const job of this.#jobs) {
      try {
        if (await this.#claim(job)) await this.#runClaimed(job);
      } catch (error) {
        this.#log.warn({ err: error, job: job.name }, 'a job could not be claimed or finished');
      }
    }
  }

  async #claim({ name, everySeconds }: Job): Promise<boolean> {
    const request = { name, owner: this.#owner, everySeconds, leaseSeconds: LEASE_SECONDS };
    return claimJobLease(this.#db, this.#clock, request);
  }

  async #runClaimed(job: Job): Promise<void> {
    let pause = job.everySeconds;
    try {
      await job.run();
    } catch (error) {
      pause = Math.min(pause, RETRY_SECONDS);
      this.#log.error({ err: error, job: job.name }, 'a job failed; it will be tried again');
    }
    await releaseJobLease(this.#db, job.name, this.#owner, isoIn(this.#clock, pause));
  }
}
