import { isJobLate, isJobName, JOB_WORDS } from '@atelier/domain/health/jobs.ts';
import { jobLevel } from '@atelier/domain/health/rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { JobLeaseRow } from '../../platform/jobs/job-leases.repository.ts';
import { type Check, notice, ok, problem, type Result } from './checks.ts';

export interface JobsCheckPorts {
  clock: Clock;
  /** The jobs of this version that have been due. */
  listJobs(): Promise<readonly JobLeaseRow[]>;
  /** Since when jobs have been run; undefined where none need run, as while the product is stopped. */
  since: (() => number) | undefined;
}

/** Whether recurring jobs fail, and whether they run at all. */
export function jobsCheck({ clock, listJobs, since }: JobsCheckPorts): Check {
  return {
    id: 'jobs',
    async run() {
      const jobs = await listJobs();
      const late = jobs.filter((row) => since && isLate(row, clock, since()));
      return late.length > 0 ? describeLate(late) : describeFailing(jobs);
    },
  };
}

export function isLate({ next_at, leased_until }: JobLeaseRow, clock: Clock, since: number): boolean {
  const leasedUntil = leased_until === null ? null : Date.parse(leased_until);
  return isJobLate({ nextAt: Date.parse(next_at), leasedUntil, now: clock.now().getTime(), since });
}

function describeLate(late: readonly JobLeaseRow[]): Result {
  const list = late.map((row) => `${nameOf(row)} (due on ${row.next_at.slice(0, 16).replace('T', ' ')} UTC)`);
  return problem(
    `Recurring jobs that don’t run: ${list.join(', ')}.`,
    'Restart the product: one job that hangs holds up the others. If they stay late, the server’s log says why.',
  );
}

function describeFailing(jobs: readonly JobLeaseRow[]): Result {
  const failing = jobs.filter(({ failures }) => jobLevel(failures) !== 'ok');
  if (failing.length === 0) return ok(`Recurring jobs: ${jobs.length}, on time and without failures.`);
  const list = failing.map((row) => `${nameOf(row)} (${row.last_error})`).join('; ');
  const sentence = `Recurring jobs that fail: ${list}.`;
  return failing.some(({ failures }) => jobLevel(failures) === 'problem')
    ? problem(
        sentence,
        'They’re tried again every few minutes. The server’s log says more under “a job failed”.',
      )
    : notice(sentence, 'Nothing yet: a job that failed once is tried again within five minutes.');
}

const nameOf = ({ name }: JobLeaseRow) => (isJobName(name) ? JOB_WORDS[name].name : name);
