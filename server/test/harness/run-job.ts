import type { JobName } from '@atelier/domain/health/jobs.ts';
import type { TestApp } from './test-app.ts';

/** Runs a recurring job to its end, whether it is due or not, and whatever else is. */
export async function runJob({ db, instance }: TestApp, name: JobName): Promise<void> {
  await db.updateTable('job_leases').set({ next_at: '' }).where('name', '=', name).execute();
  await instance.jobs.runDue();
  await instance.jobs.whenIdle();
}
