import { changeOrderAnchor } from '@atelier/domain/change-orders/rules.ts';
import type { StudioChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import type { PlanMilestone } from '@atelier/domain/contracts/suggested-terms.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { formatDateTime } from '../../../lib/format.ts';
import { useAnchorFocus } from '../../../lib/pages/use-anchor-focus.ts';
import { readKept } from '../../../lib/storage/draft-form.ts';
import { changeUnsent, readUnsent, subscribeToUnsent } from '../../../lib/storage/unsent-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { ChangeOrderBadge, ChangeOrderFacts, ChangeOrderFiles, moreOrLess } from '../change-order-facts.tsx';
import { changeInputSchema, unsentKeyOf } from './change-input.ts';
import { DraftEditor } from './draft-editor.tsx';

/** What is asked before it is done. */
export type AskedAct = 'delete' | 'send' | 'withdraw';

/** One change order in the studio's list: its standing in a line, and unfolded what it says, or the form of a draft. */
export function ChangeOrderRow({
  project,
  order,
  contractTotal,
  milestones,
  isUnfolded,
  onFold,
  onAct,
}: {
  project: Project;
  order: StudioChangeOrder;
  /** The contract's total with accepted changes; null while it is open. */
  contractTotal: number | null;
  milestones: readonly PlanMilestone[];
  isUnfolded: boolean;
  onFold: (isUnfolded: boolean) => void;
  onAct: (act: AskedAct, order: StudioChangeOrder) => void;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const anchor = changeOrderAnchor(order.id);
  useAnchorFocus(anchor, title);
  const isOpen = project.status === 'submitted';
  const isDraft = order.status === 'draft';
  const isEditing = isDraft && isOpen && isUnfolded;
  // A draft that was begun or opened has the keyboard. A link's is not unfolded yet when the page opens.
  const wasEditing = useRef(false);
  useEffect(() => {
    if (isEditing && !wasEditing.current) title.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <li id={anchor} className="grid scroll-mt-24 grid-cols-1 gap-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="grid min-w-0 gap-0.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 ref={title} tabIndex={-1} className="min-w-0 text-base outline-none wrap-anywhere">
              {order.number} · {order.title}
            </h3>
            <ChangeOrderBadge status={order.status} />
          </div>
          <p className="text-sm text-ink-soft tabular-nums">
            {moreOrLess(order.total)} · <StandingWords order={order} />
          </p>
        </div>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {order.status === 'sent' && isOpen && (
            <Button size="sm" variant="secondary" onClick={() => onAct('withdraw', order)}>
              Withdraw
            </Button>
          )}
          <Button
            size="sm"
            variant="quiet"
            className="-mx-3"
            aria-expanded={isUnfolded}
            aria-label={`${isUnfolded ? 'Close' : isDraft && isOpen ? 'Edit' : 'Read'} change order ${order.number}`}
            onClick={() => onFold(!isUnfolded)}
          >
            {isUnfolded ? 'Close' : isDraft && isOpen ? 'Edit' : 'Read'}
          </Button>
        </div>
      </div>
      {order.status === 'declined' && order.answer !== '' && (
        <blockquote className="rounded-md bg-sunken px-4 py-3 whitespace-pre-wrap wrap-anywhere">
          {order.answer}
        </blockquote>
      )}
      {!isDraft && <UnsavedChange order={order} />}
      {isEditing && (
        <DraftEditor
          projectId={project._id}
          order={order}
          contractTotal={contractTotal}
          milestones={milestones}
          onSend={(saved) => onAct('send', saved)}
          onDelete={() => onAct('delete', order)}
        />
      )}
      {isUnfolded && !isEditing && (
        <>
          <ChangeOrderFacts order={order} heading="h4" contractTotal={contractTotal} />
          <ChangeOrderFiles order={order} />
        </>
      )}
    </li>
  );
}

function StandingWords({
  order: { status, sentAt, endedAt, acceptedName, createdAt },
}: {
  order: StudioChangeOrder;
}) {
  if (status === 'draft') return <span>begun {formatDateTime(createdAt)}, only you see it</span>;
  if (status === 'sent') return <span>sent {formatDateTime(sentAt)}</span>;
  if (status === 'accepted')
    return (
      <span>
        accepted by <bdi className="wrap-anywhere">{acceptedName}</bdi> on {formatDateTime(endedAt)}
      </span>
    );
  return (
    <span>
      {status} {formatDateTime(endedAt)}
    </span>
  );
}

/** The unsaved text of a draft that was sent in another window meanwhile, until the studio discards it. */
function UnsavedChange({ order: { id } }: { order: StudioChangeOrder }) {
  const key = unsentKeyOf(id);
  const { text } = useSyncExternalStore(subscribeToUnsent, () => readUnsent(key));
  const typed = readKept(text, z.object({ input: changeInputSchema }))?.input;
  if (!typed) return null;
  return (
    <Alert
      tone="warning"
      title="It was sent while you were writing."
      action={
        <Button
          size="sm"
          variant="secondary"
          onClick={() => changeUnsent(key, (before) => ({ ...before, text: '' }))}
        >
          Discard it
        </Button>
      }
    >
      <p>What you typed isn’t part of it:</p>
      <p className="whitespace-pre-wrap wrap-anywhere">
        {[typed.title, typed.reason, ...typed.lines.map(({ title, price }) => `${title}: ${price}`)]
          .filter((each) => each !== '')
          .join('\n')}
      </p>
    </Alert>
  );
}
