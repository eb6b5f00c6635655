import { api } from '@atelier/domain/api.ts';
import type { BouncedAddress } from '@atelier/domain/mail-in/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useCall } from '../../lib/api/use-call.ts';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailText } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FailureAlert, QueryState } from '../../ui/feedback/query-state.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { changesMails, listBouncedAddresses } from './mail-in.queries.ts';

/** The addresses that emails came back from; nothing while there are none. `next` comes after it. */
export function BouncedAddresses({ next }: { next: RefObject<HTMLElement | null> }) {
  const list = useQuery(listBouncedAddresses);
  const clearing = useCall(api.clearBouncedAddress, changesMails);
  const region = useRef<HTMLDivElement>(null);
  const items = list.data?.items ?? [];
  const clear = async ({ id, email }: BouncedAddress) => {
    const done = await clearing.mutateAsync({ params: { id } }).catch(() => undefined);
    if (!done) return;
    showToast(`The mark of ${email} is removed.`);
    // The pressed button is gone with its row, and the card with its last row.
    (items.length === 1 ? next : region).current?.focus();
  };
  if (!list.isError && !clearing.error && items.length === 0) return null;
  const hidden = (list.data?.total ?? 0) - items.length;
  return (
    <Card title="Emails that came back">
      <div ref={region} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
        <p className="text-ink-soft">
          These addresses don’t take your emails. A mark goes when an email arrives from its address.
        </p>
        <QueryState query={list} label="Loading the addresses…" fallback="Failed to load the addresses." />
        <FailureAlert error={clearing.error} fallback="The mark wasn’t removed." />
        {items.length > 0 && (
          <DataTable
            caption="Emails that came back"
            columns={columnsOf(clear, clearing.isPending ? clearing.variables.params.id : undefined)}
            rows={items}
            rowKey={({ id }) => id}
          />
        )}
        {hidden > 0 && <p className="text-sm text-ink-soft">And {hidden} older ones.</p>}
      </div>
    </Card>
  );
}

function columnsOf(
  onClear: (bounced: BouncedAddress) => void,
  busyId: string | undefined,
): Column<BouncedAddress>[] {
  return [
    {
      key: 'email',
      header: 'Address',
      isTitle: true,
      className: 'wrap-anywhere whitespace-normal',
      cell: ({ email, subject, report }) => (
        <>
          <EmailText email={email} />
          <span className="block text-sm font-normal text-ink">
            <bdi>{subject}</bdi>
          </span>
          {report !== '' && <span className="block text-sm font-normal text-ink-soft">{report}</span>}
        </>
      ),
    },
    {
      key: 'when',
      header: 'Came back',
      cell: ({ bouncedAt }) => (
        <time dateTime={bouncedAt} title={formatAgo(bouncedAt)}>
          {formatDateTime(bouncedAt)}
        </time>
      ),
    },
    {
      key: 'acts',
      header: 'Actions',
      isActions: true,
      cell: (bounced) => (
        <Button
          variant="secondary"
          size="sm"
          isPending={busyId === bounced.id}
          pendingLabel="Removing…"
          onClick={() => onClear(bounced)}
        >
          Remove the mark<span className="sr-only"> of {bounced.email}</span>
        </Button>
      ),
    },
  ];
}
