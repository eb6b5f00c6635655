import { JOB_WORDS } from '@atelier/domain/health/jobs.ts';
import type { JobState } from '@atelier/domain/health/schema.ts';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';

/** The recurring jobs: what each does, when it ran and is due, and why it fails. */
export function Jobs({ jobs }: { jobs: readonly JobState[] }) {
  return <DataTable caption="Recurring jobs" columns={columns} rows={jobs} rowKey={({ name }) => name} />;
}

const columns: Column<JobState>[] = [
  {
    key: 'name',
    header: 'Job',
    isTitle: true,
    className: 'wrap-anywhere',
    cell: ({ name, isRunning, isLate, failures, error }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {JOB_WORDS[name].name}
          {isRunning && <Badge tone="info">Running</Badge>}
          {isLate && <Badge tone="danger">Late</Badge>}
          {failures > 0 && (
            <Badge tone="danger">Failed {failures === 1 ? 'once' : `${failures} times`}</Badge>
          )}
        </span>
        <span className="block text-sm font-normal text-ink-soft">{JOB_WORDS[name].does}</span>
        {error && <span className="block text-sm font-normal text-danger wrap-anywhere">{error}</span>}
      </>
    ),
  },
  {
    key: 'last',
    header: 'Last run',
    cell: ({ succeededAt }) => <Moment time={succeededAt} none="Not yet" />,
  },
  {
    key: 'next',
    header: 'Next run',
    cell: ({ nextAt, isRunning }) =>
      isRunning ? 'Now' : <Moment time={nextAt} none="At the next start" soon="in a moment" />,
  },
];

interface MomentProps {
  time: string | null;
  /** What is said without a time. */
  none: string;
  /** What is said of a time less than a minute away. */
  soon?: string;
}

function Moment({ time, none, soon = 'just now' }: MomentProps) {
  if (time === null) return <span className="text-ink-soft">{none}</span>;
  const ago = formatAgo(time);
  return (
    <>
      <time dateTime={time} className="block">
        {formatDateTime(time)}
      </time>
      <span className="text-sm text-ink-faint">{ago === 'just now' ? soon : ago}</span>
    </>
  );
}
