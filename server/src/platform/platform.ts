import type { Clock } from './clock.ts';
import type { Db, Engine } from './db/database.ts';
import type { EventBus } from './events/event-bus.ts';
import type { RateLimiter } from './http/rate-limit.ts';
import type { JobNames, JobRunner } from './jobs/job-runner.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Storage } from './storage/storage.ts';

/** What core and features build on. Each takes only the parts that it needs: `Pick<Platform, 'db' | 'clock'>`. */
export interface Platform {
  db: Db;
  engine: Engine;
  clock: Clock;
  log: Log;
  mailer: Mailer;
  storage: Storage;
  /** Counts within this process. */
  limiter: RateLimiter;
  /** Counts across all processes on the database: for the few limits that lock a caller out. */
  sharedLimiter: RateLimiter;
  jobs: JobRunner<keyof JobNames>;
  /** Publishes live events within a transaction. */
  events: EventBus;
  /** Origin of every link that leaves the server, without a slash at the end. */
  publicUrl: string;
}
