import { studio } from '@atelier/content/studio.ts';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { MetaDescriptor } from 'react-router';
import { formatTime } from '../../lib/format.ts';
import type { AdminHandle } from '../../lib/pages/page-routes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { AdminsOnly, isForbidden } from '../../ui/feedback/load-failure.tsx';
import { FailureAlert, QueryState } from '../../ui/feedback/query-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Findings, summaryOf } from './findings.tsx';
import { getHealth, useRefreshHealth } from './health.queries.ts';
import { Jobs } from './jobs.tsx';
import { UnsentMails } from './unsent-mails.tsx';

export const meta = (): MetaDescriptor[] => [{ title: `Health · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

/** /admin/health: what was checked about the installation, unsent mails, and the recurring jobs. */
export default function Health() {
  const health = useQuery(getHealth);
  const refresh = useRefreshHealth();
  if (isForbidden(health.error) || isForbidden(refresh.error)) return <AdminsOnly />;
  const { data } = health;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Health"
        actions={
          <Button
            variant="secondary"
            isPending={refresh.isPending}
            pendingLabel="Checking…"
            onClick={() => refresh.mutate()}
          >
            <RefreshCw aria-hidden="true" className="size-4" />
            Check again
          </Button>
        }
      >
        <p role="status">
          {data
            ? `${summaryOf(data.findings)} Last checked at ${formatTime(data.checkedAt)}.`
            : 'Whether the product needs you.'}
        </p>
      </PageHeader>
      <FailureAlert error={refresh.error} fallback="Nothing was checked: the server didn’t answer." />
      <Card title="Checks">
        <QueryState query={health} label="Checking…" rows={8} fallback="Failed to load the checks." />
        {data && <ClockNote secondsAhead={data.secondsAhead} />}
        {data && <Findings findings={data.findings} />}
      </Card>
      <UnsentMails />
      {data && data.jobs.length > 0 && (
        <Card title="Recurring jobs">
          <Jobs jobs={data.jobs} />
        </Card>
      )}
    </div>
  );
}

/** More than a slow reply takes. */
const CLOCKS_APART_SECONDS = 60;

/** The only other clock of an installation that talks to no machine with one. */
function ClockNote({ secondsAhead }: { secondsAhead: number }) {
  const apart = Math.abs(secondsAhead);
  if (apart < CLOCKS_APART_SECONDS) return null;
  const minutes = Math.round(apart / 60);
  return (
    <Alert tone="warning" isUrgent={false} className="mb-3">
      This device’s clock is {minutes === 1 ? '1 minute' : `${minutes.toLocaleString('en')} minutes`}{' '}
      {secondsAhead > 0 ? 'ahead of' : 'behind'} the server’s: one of the two is wrong. Let both set their
      clocks by themselves (on the server, timedatectl shows whether it does).
    </Alert>
  );
}
