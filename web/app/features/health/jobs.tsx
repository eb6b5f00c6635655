import type { JobState } from '@atelier/domain/health/schema.ts';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';

/** The recurring jobs: when each ran, when it is due, and why it fails. */
export function Jobs({ jobs }: { jobs: readonly JobState[] }) {
  return <DataTable caption="Recurring jobs" columns={columns} rows={jobs} rowKey={({ name }) => name} />;
}

const columns: Column<JobState>[] = [
  {
    key: 'name',
    header: 'Job',
    isTitle: true,
    className: 'wrap-anywhere',
    cell: ({ name, isRunning, failures, error }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {name}
          {isRunning && <Badge tone="info">Running</Badge>}
          {failures > 0 && (
            <Badge tone="danger">Failed {failures === 1 ? 'once' : `${failures} times`}</Badge>
          )}
        </span>
        {error && <span className="block text-sm font-normal text-ink-soft wrap-anywhere">{error}</span>}
      </>
    ),
  },
  {
    key: 'last',
    header: 'Succeeded',
    cell: ({ succeededAt }) => <Moment time={succeededAt} none="Not yet" />,
  },
  { key: 'next', header: 'Next', cell: ({ nextAt }) => <Moment time={nextAt} none="At the next start" /> },
];

function Moment({ time, none }: { time: string | null; none: string }) {
  if (time === null) return <span className="text-ink-soft">{none}</span>;
  return (
    <>
      <time dateTime={time} className="block">
        {formatDateTime(time)}
      </time>
      <span className="text-sm text-ink-faint">{formatAgo(time)}</span>
    </>
  );
}
