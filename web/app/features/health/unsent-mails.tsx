import type { UnsentMail } from '@atelier/domain/health/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useRef } from 'react';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailText } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/feedback/placeholders.tsx';
import { FailureAlert, QueryState } from '../../ui/feedback/query-state.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { listUnsentMails, useRetryMails } from './health.queries.ts';

/** The mails that haven't left, with why, and a button to try each again. */
export function UnsentMails() {
  const mails = useQuery(listUnsentMails);
  const retry = useRetryMails();
  const region = useRef<HTMLDivElement>(null);
  const press = async (id: string | 'every-failed') => {
    const retried = await retry.mutateAsync(id).catch(() => undefined);
    if (retried === undefined) return;
    showToast(retriedWords(retried, id));
    // The pressed button may be gone with its row.
    region.current?.focus();
  };
  const failed = mails.data?.failed ?? { total: 0, items: [] };
  const waiting = mails.data?.waiting ?? { total: 0, items: [] };
  const rows = [...failed.items, ...waiting.items];
  const hidden = failed.total + waiting.total - rows.length;
  return (
    <Card
      title="Unsent emails"
      actions={
        // One alone has its own button.
        failed.total > 1 && (
          <Button
            variant="secondary"
            size="sm"
            isPending={retry.isPending && retry.variables === 'every-failed'}
            pendingLabel="Retrying…"
            onClick={() => press('every-failed')}
          >
            Retry all {failed.total} failed
          </Button>
        )
      }
    >
      <div ref={region} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
        <QueryState query={mails} label="Loading the emails…" fallback="Failed to load the emails." />
        <FailureAlert error={retry.error} fallback="The email wasn’t retried." />
        {mails.data && rows.length === 0 && (
          <EmptyState icon={<MailCheck aria-hidden="true" />} title="Every email has left.">
            Emails that wait, and those given up in the last two weeks, are listed here.
          </EmptyState>
        )}
        {rows.length > 0 && (
          <DataTable
            caption="Unsent emails"
            columns={columnsOf(press, retry.isPending ? retry.variables : undefined)}
            rows={rows}
            rowKey={({ _id }) => _id}
          />
        )}
        {hidden > 0 && <p className="text-sm text-ink-soft">And {hidden} more.</p>}
      </div>
    </Card>
  );
}

function retriedWords(retried: number, id: string): string {
  if (id === 'every-failed') return retried === 1 ? 'Retrying 1 email' : `Retrying ${retried} emails`;
  return retried === 1 ? 'Retrying the email' : 'That email is on its way already';
}

/** Letters of a reason that are shown at once. */
const REASON_SHOWN = 160;

/** Why an email hasn't left. The rest of a long reason opens: a server's whole answer can be a page. */
function Reason({ text }: { text: string }) {
  const className = 'block text-sm font-normal text-ink-soft wrap-anywhere';
  if (text.length <= REASON_SHOWN) return <span className={className}>{text}</span>;
  return (
    <details className={className}>
      <summary className="cursor-pointer">{text.slice(0, REASON_SHOWN).trimEnd()}…</summary>
      {text}
    </details>
  );
}

function columnsOf(onRetry: (id: string) => Promise<void>, busyId: string | undefined): Column<UnsentMail>[] {
  return [
    {
      key: 'what',
      header: 'Email',
      isTitle: true,
      className: 'wrap-anywhere',
      cell: ({ subject, kind, status, error }) => (
        <>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {subject}
            <Badge tone={status === 'failed' ? 'danger' : 'neutral'}>
              {status === 'failed' ? 'Failed' : 'Waiting'}
            </Badge>
          </span>
          <span className="block text-sm font-normal text-ink-faint">{kind}</span>
          {error && <Reason text={error} />}
          {status === 'failed' && kind.startsWith('auth.') && (
            <span className="block text-sm font-normal text-ink-soft">
              A link or code in it may have expired by now.
            </span>
          )}
        </>
      ),
    },
    {
      key: 'to',
      header: 'To',
      className: 'wrap-anywhere @min-[56rem]:min-w-48',
      cell: ({ to }) => <EmailText email={to} />,
    },
    {
      key: 'written',
      header: 'Written',
      cell: ({ createdAt }) => (
        <>
          <time dateTime={createdAt} className="block">
            {formatDateTime(createdAt)}
          </time>
          <span className="text-sm text-ink-faint">{formatAgo(createdAt)}</span>
        </>
      ),
    },
    {
      key: 'next',
      header: 'Next try',
      cell: ({ nextAt, attempts }) => (
        <>
          {nextAt === null ? <span>None</span> : <time dateTime={nextAt}>{formatDateTime(nextAt)}</time>}
          <span className="block text-sm text-ink-faint">
            {attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}
          </span>
        </>
      ),
    },
    {
      key: 'retry',
      header: 'Retry',
      isActions: true,
      cell: ({ _id, subject, attempts }) =>
        // One that was never tried leaves when it is due: its kind may be paced.
        attempts > 0 && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Retry “${subject}”`}
            isPending={busyId === _id}
            pendingLabel="Retrying…"
            onClick={() => onRetry(_id)}
          >
            Retry
          </Button>
        ),
    },
  ];
}
