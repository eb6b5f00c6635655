import { type Clock, isoIn, isoNow, latestMeant } from '../clock.ts';
import type { Db } from '../db/database.ts';

/** One row a recurring job: who runs it now, and when it is due next. */
export interface JobLeasesTable {
  name: string;
  owner: string | null;
  leased_until: string | null;
  next_at: string;
}

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
}

/** Leases a job that is due: true for exactly one of any number of simultaneous callers. */
export async function claimJobLease(
  db: Db,
  clock: Clock,
  { name, owner, everySeconds, leaseSeconds }: LeaseRequest,
): Promise<boolean> {
  const now = isoNow(clock);
  await db
    .insertInto('job_leases')
    .values({ name, next_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const claimed = await db
    .updateTable('job_leases')
    .set({ owner, leased_until: isoIn(clock, leaseSeconds) })
    .where('name', '=', name)
    .where((eb) => eb.or([eb('next_at', '<=', now), eb('next_at', '>', latestMeant(clock, everySeconds))]))
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

export async function releaseJobLease(db: Db, name: string, owner: string, nextAt: string): Promise<void> {
  await db
    .updateTable('job_leases')
    .set({ owner: null, leased_until: null, next_at: nextAt })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .execute();
}
