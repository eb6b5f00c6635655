import type { Generated, Selectable } from 'kysely';
import { type Clock, isoIn, isoNow, latestMeant } from '../clock.ts';
import type { Db } from '../db/database.ts';

/** One row a recurring job: who runs it now, when it is due next, and how it went. */
export interface JobLeasesTable {
  name: string;
  owner: string | null;
  leased_until: string | null;
  next_at: string;
  started_at: string | null;
  ended_at: string | null;
  succeeded_at: string | null;
  /** Why its last run failed; null after a success. */
  last_error: string | null;
  /** Failed runs since the last success. */
  failures: Generated<number>;
}

export type JobLeaseRow = Selectable<JobLeasesTable>;

declare module '../db/database.ts' {
  interface Database {
    job_leases: JobLeasesTable;
  }
}

export interface LeaseRequest {
  name: string;
  owner: string;
  everySeconds: number;
  leaseSeconds: number;
  /** Leases it although it isn't due. */
  isUrgent?: boolean;
}

/** The error of a run whose process ended before it, or hung for as long as a lease lasts. */
const ABANDONED = 'The process that ran it ended or hung before it was done';

/**
 * Leases a job that is due, or urgent: true for exactly one of any number of simultaneous callers. A run that another caller
 * left unfinished counts as failed.
 */
export async function claimJobLease(
  db: Db,
  clock: Clock,
  { name, owner, everySeconds, leaseSeconds, isUrgent = false }: LeaseRequest,
): Promise<boolean> {
  const now = isoNow(clock);
  await db
    .insertInto('job_leases')
    .values({ name, next_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const claimed = await db
    .updateTable('job_leases')
    .set((eb) => ({
      owner,
      leased_until: isoIn(clock, leaseSeconds),
      started_at: now,
      failures: eb
        .case()
        .when('owner', 'is', null)
        .then(eb.ref('failures'))
        .else(eb('failures', '+', 1))
        .end(),
      last_error: eb.case().when('owner', 'is', null).then(eb.ref('last_error')).else(ABANDONED).end(),
    }))
    .where('name', '=', name)
    .$if(!isUrgent, (query) =>
      query.where((eb) =>
        eb.or([eb('next_at', '<=', now), eb('next_at', '>', latestMeant(clock, everySeconds))]),
      ),
    )
    .where((eb) =>
      eb.or([
        eb('leased_until', 'is', null),
        eb('leased_until', '<=', now),
        eb('leased_until', '>', latestMeant(clock, leaseSeconds)),
      ]),
    )
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** Keeps a lease for longer. @returns false if another process has it, or none any more */
export async function renewJobLease(
  db: Db,
  clock: Clock,
  { name, owner, leaseSeconds }: Omit<LeaseRequest, 'everySeconds' | 'isUrgent'>,
): Promise<boolean> {
  const renewed = await db
    .updateTable('job_leases')
    .set({ leased_until: isoIn(clock, leaseSeconds) })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

/** How a run ended, and when the next one is due; times as texts of `isoNow`. */
export interface JobEnd {
  now: string;
  nextAt: string;
  /** Undefined after a success. */
  error: string | undefined;
}

export async function releaseJobLease(
  db: Db,
  name: string,
  owner: string,
  { now, nextAt, error }: JobEnd,
): Promise<void> {
  await db
    .updateTable('job_leases')
    .set((eb) => ({
      owner: null,
      leased_until: null,
      next_at: nextAt,
      ended_at: now,
      last_error: error ?? null,
      ...(error === undefined ? { failures: 0, succeeded_at: now } : { failures: eb('failures', '+', 1) }),
    }))
    .where('name', '=', name)
    .where('owner', '=', owner)
    .execute();
}

export async function listJobLeases(db: Db): Promise<JobLeaseRow[]> {
  return db.selectFrom('job_leases').selectAll().orderBy('name').execute();
}
