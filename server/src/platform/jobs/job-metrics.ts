import type { HttpMetrics } from '../http/metrics.ts';
import type { JobRun, JobRunner } from './job-runner.ts';

/** How the recurring jobs went, whichever process ran them. */
export function addJobMetrics(metrics: HttpMetrics, jobs: Pick<JobRunner, 'listRuns'>): void {
  const by = (help: string) => ({ help, label: 'name' });
  metrics.readForScrape(
    {
      job_last_success_timestamp_seconds: by('When a job last succeeded, in Unix time'),
      job_last_duration_seconds: by('How long the last run of a job took that has ended'),
      job_failures: by('Failed runs of a job since its last success'),
      job_due_timestamp_seconds: by('When a job is due next, in Unix time'),
    },
    async () => {
      const runs = await jobs.listRuns();
      const each = (value: (row: NonNullable<JobRun['row']>) => number | undefined) => {
        const values = new Map<string, number>();
        for (const { name, row } of runs) {
          const found = row && value(row);
          if (found !== undefined) values.set(name, found);
        }
        return values;
      };
      return {
        job_last_success_timestamp_seconds: each(({ succeeded_at }) => secondsOf(succeeded_at)),
        job_last_duration_seconds: each(({ started_at, ended_at }) => durationOf(started_at, ended_at)),
        job_failures: each(({ failures }) => failures),
        job_due_timestamp_seconds: each(({ next_at }) => secondsOf(next_at)),
      };
    },
  );
}

function secondsOf(moment: string | null): number | undefined {
  return moment === null ? undefined : Date.parse(moment) / 1_000;
}

/** Undefined while a run is under way: it began after the last end. */
function durationOf(begun: string | null, ended: string | null): number | undefined {
  if (begun === null || ended === null || ended < begun) return undefined;
  return (Date.parse(ended) - Date.parse(begun)) / 1_000;
}
