import { changeOrderAnchor } from '@atelier/domain/change-orders/rules.ts';
import type { StudioChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import type { PlanMilestone } from '@atelier/domain/contracts/suggested-terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { acceptedSum, moreOrLess } from '../change-order-facts.tsx';
import { listChangeOrdersAsStudio, useActOnChangeOrder } from '../change-orders.queries.ts';
import { type AskedAct, ChangeOrderRow } from './change-order-row.tsx';
import { NewChangeDialog } from './new-change-dialog.tsx';

interface StudioChangeOrdersProps {
  project: Project;
  /** As it was accepted; null while it is open. */
  contractTotal: number | null;
  /** Those that a payment can wait for. */
  milestones: readonly PlanMilestone[];
}

/** The changes to an accepted contract as the studio writes, sends and withdraws them, newest first. */
export default function StudioChangeOrders({ project, contractTotal, milestones }: StudioChangeOrdersProps) {
  const query = useQuery(listChangeOrdersAsStudio(project._id));
  const orders = query.data ?? [];
  const total = contractTotal === null ? null : contractTotal + acceptedSum(orders);
  const isOpen = project.status === 'submitted';
  const place = useRef<HTMLDivElement>(null);
  const [isCreating, setCreating] = useState(false);
  const [asked, setAsked] = useState<{ act: AskedAct; order: StudioChangeOrder }>();
  const { hash, key } = useLocation();
  // The draft that is being written: the one that a link leads to, or that was opened here.
  const [opened, setOpened] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link followed again has another key alone
  useEffect(() => {
    if (hash !== '') setOpened(hash.slice(1));
  }, [hash, key]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Card
        title="Change orders"
        actions={
          isOpen &&
          query.data && (
            <Button size="sm" variant="secondary" onClick={() => setCreating(true)}>
              <Plus aria-hidden="true" className="size-4" />
              New change order
            </Button>
          )
        }
      >
        <QueryState
          query={query}
          label="Loading the change orders…"
          rows={1}
          fallback="Failed to load the change orders."
        />
        {query.data?.length === 0 && (
          <p className="text-ink-soft">
            Something more, or something less? Write it here. Your client accepts it like the contract, and
            the payments and milestones follow.
          </p>
        )}
        {orders.length > 0 && (
          <>
            {total !== contractTotal && (
              <p className="-mt-2 text-ink-soft">
                The contract with accepted changes:{' '}
                <strong className="font-semibold text-ink tabular-nums">{formatUsd(total)}</strong>
              </p>
            )}
            <ol aria-label="Change orders" className="-mb-4 grid grid-cols-1 divide-y divide-rule">
              {orders.map((order) => (
                <ChangeOrderRow
                  key={order.id}
                  project={project}
                  order={order}
                  contractTotal={total}
                  milestones={milestones}
                  isUnfolded={opened === changeOrderAnchor(order.id)}
                  onFold={(isUnfolded) => setOpened(isUnfolded ? changeOrderAnchor(order.id) : undefined)}
                  onAct={(act, shown) => setAsked({ act, order: shown })}
                />
              ))}
            </ol>
          </>
        )}
      </Card>
      <NewChangeDialog
        projectId={project._id}
        isOpen={isCreating && isOpen}
        onClose={() => setCreating(false)}
        onCreated={(id) => {
          setCreating(false);
          setOpened(changeOrderAnchor(id));
        }}
      />
      <ActDialog
        project={project}
        asked={asked}
        contractTotal={total}
        onClose={() => setAsked(undefined)}
        finalFocus={place}
      />
    </div>
  );
}

const ACTS = {
  delete: { label: 'Delete', pending: 'Deleting…', failure: 'Failed to delete the draft.' },
  send: { label: 'Send', pending: 'Sending…', failure: 'Failed to send the change order.' },
  withdraw: { label: 'Withdraw', pending: 'Withdrawing…', failure: 'Failed to withdraw the change order.' },
};

/** Asks before a change order is deleted, sent or withdrawn. */
function ActDialog({
  project,
  asked,
  contractTotal,
  onClose,
  finalFocus,
}: {
  project: Project;
  asked: { act: AskedAct; order: StudioChangeOrder } | undefined;
  contractTotal: number | null;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Stays while the window fades out.
  const [shown, setShown] = useState(asked);
  const acting = useActOnChangeOrder(project._id);
  if (asked && asked !== shown) {
    setShown(asked);
    acting.reset();
  }
  if (!shown) return null;
  const { act, order } = shown;
  const done =
    act === 'delete' ? finalFocus : { current: document.getElementById(changeOrderAnchor(order.id)) };
  const { label, pending, failure } = ACTS[act];
  const words = {
    delete: 'Your client never saw it. This can’t be undone.',
    send: `${project.email} gets an email, and accepts or declines it: ${moreOrLess(order.total)}.${
      contractTotal === null ? '' : ` The contract then comes to ${formatUsd(contractTotal + order.total)}.`
    }`,
    withdraw: 'Your client can then no longer accept it.',
  };
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      title={`${label} change order ${order.number}?`}
      description={<span className="wrap-anywhere">{words[act]}</span>}
      confirmLabel={label}
      pendingLabel={pending}
      isDangerous={act === 'delete'}
      isPending={acting.isPending}
      error={acting.error ? failureMessage(acting.error, failure) : undefined}
      onConfirm={() => acting.mutate({ act, id: order.id, revision: order.revision }, { onSuccess: onClose })}
      onClose={onClose}
      finalFocus={acting.isSuccess ? done : undefined}
    />
  );
}
