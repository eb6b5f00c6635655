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
