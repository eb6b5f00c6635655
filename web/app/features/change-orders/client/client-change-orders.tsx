import { changeOrderAnchor } from '@atelier/domain/change-orders/rules.ts';
import type { ChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { useDecidesIn } from '../../../lib/pages/project-view.ts';
import { useAnchorFocus } from '../../../lib/pages/use-anchor-focus.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { acceptedSum, ChangeOrderBadge, ChangeOrderFacts, ChangeOrderFiles } from '../change-order-facts.tsx';
import { listChangeOrders } from '../change-orders.queries.ts';
import { AcceptChangeDialog } from './accept-change-dialog.tsx';
import { DeclineDialog } from './decline-dialog.tsx';

interface ClientChangeOrdersProps {
  project: Project;
  /** As it was accepted; null while it is open. */
  contractTotal: number | null;
}

/** The changes to an accepted contract that its client was sent, newest first. */
export default function ClientChangeOrders({ project, contractTotal }: ClientChangeOrdersProps) {
  const query = useQuery(listChangeOrders(project._id));
  const orders = query.data ?? [];
  const total = contractTotal === null ? null : contractTotal + acceptedSum(orders);
  return (
    <>
      {query.isError && (
        <QueryState query={query} label="" fallback="Failed to load the changes to the contract." />
      )}
      {orders.length > 0 && (
        <ol aria-label="Change orders" className="grid grid-cols-1 gap-4">
          {orders.map((order) => (
            <Order key={order.id} project={project} order={order} contractTotal={total} />
          ))}
        </ol>
      )}
    </>
  );
}

function Order({
  project,
  order,
  contractTotal,
}: {
  project: Project;
  order: ChangeOrder;
  contractTotal: number | null;
}) {
  const place = useRef<HTMLLIElement>(null);
  const anchor = changeOrderAnchor(order.id);
  useAnchorFocus(anchor, place);
  const [asked, setAsked] = useState<'accept' | 'decline'>();
  const isOwn = useDecidesIn(project);
  const canAnswer = isOwn && project.status === 'submitted' && order.status === 'sent';
  const close = () => setAsked(undefined);
  const name = `Change order ${order.number}: ${order.title}`;
  return (
    <li id={anchor} ref={place} tabIndex={-1} aria-label={name} className="scroll-mt-24 outline-none">
      <Card
        title={<span className="wrap-anywhere">{name}</span>}
        actions={<ChangeOrderBadge status={order.status} />}
      >
        <Standing order={order} />
        <ChangeOrderFacts order={order} heading="h3" contractTotal={contractTotal} />
        <ChangeOrderFiles order={order} />
        {canAnswer && (
          <div className="flex flex-wrap items-center gap-3">
            <Button onClick={() => setAsked('accept')}>Accept</Button>
            <Button variant="secondary" onClick={() => setAsked('decline')}>
              Decline
            </Button>
            <p className="basis-full text-sm text-ink-faint">
              Until you accept it, the contract stays as it is.
            </p>
          </div>
        )}
      </Card>
      <AcceptChangeDialog
        projectId={project._id}
        order={order}
        total={contractTotal === null ? formatUsd(null) : formatUsd(contractTotal + order.total)}
        isOpen={asked === 'accept'}
        onClose={close}
        finalFocus={place}
      />
      <DeclineDialog
        projectId={project._id}
        order={order}
        isOpen={asked === 'decline' && canAnswer}
        onClose={close}
        finalFocus={canAnswer ? undefined : place}
      />
    </li>
  );
}

/** How it stands, in words. */
function Standing({ order: { status, sentAt, endedAt, acceptedName, answer } }: { order: ChangeOrder }) {
  const ended = formatDateTime(endedAt);
  return (
    <div className="-mt-2 grid grid-cols-1 gap-1 text-ink-soft">
      {status === 'sent' && <p>Sent {formatDateTime(sentAt)}</p>}
      {status === 'accepted' && (
        <p>
          Accepted by <bdi className="wrap-anywhere">{acceptedName}</bdi> on {ended}
        </p>
      )}
      {status === 'declined' && <p>Declined on {ended}. The contract stays as it is.</p>}
      {status === 'declined' && answer !== '' && (
        <p className="whitespace-pre-wrap wrap-anywhere">“{answer}”</p>
      )}
      {status === 'withdrawn' && <p>I withdrew this on {ended}. The contract stays as it is.</p>}
    </div>
  );
}
