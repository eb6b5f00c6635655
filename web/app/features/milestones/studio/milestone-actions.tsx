import {
  isMoveAnnounced,
  milestoneActions,
  milestoneStatusLabels,
} from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { useCountdown } from '../../../lib/use-countdown.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { useSetMilestoneStatus, useUndoMove } from '../milestones.queries.ts';

/**
 * Undoes the last move, for as long as the server accepts it. Use the moved revision as its key.
 */
function UndoBar({
  moved,
  endsAt,
  isPending,
  onUndo,
  onOver,
}: {
  /** The milestone after the move. */
  moved: Milestone;
  /** Until when it can be undone, as the clock's milliseconds. */
  endsAt: number;
  isPending: boolean;
  onUndo: () => void;
  /**
   * The time is over and no undo is pending; `hadFocus` if the disappearing button had the focus.
   */
  onOver: (hadFocus: boolean) => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [secondsLeft, start] = useCountdown();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const left = endsAt - Date.now();
    start(left / 1000);
    const timer = setTimeout(() => setOver(true), left);
    return () => clearTimeout(timer);
  }, [endsAt, start]);
  const end = useEffectEvent(() => onOver(document.activeElement === button.current));
  useEffect(() => {
    if (isOver && !isPending) end();
  }, [isOver, isPending]);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken py-1.5 pr-1.5 pl-3 text-sm">
      <span className="min-w-40 flex-1">{whatFollows(moved)}</span>
      <span aria-hidden="true" className="text-ink-soft tabular-nums">
        {secondsLeft} s
      </span>
      <Button
        ref={button}
        size="sm"
        variant="secondary"
        isPending={isPending}
        pendingLabel="Undoing…"
        aria-label={`${isPending ? 'Undoing…' : 'Undo'}: ${moved.title}`}
        onClick={onUndo}
      >
        Undo
      </Button>
    </div>
  );
}

function whatFollows({ published, status }: Milestone): string {
  if (!published) return 'Your client hasn’t seen it.';
  return isMoveAnnounced(status) ? 'Your client gets an email about it.' : 'Your client can see it now.';
}

/** A move that can be undone. */
interface UndoableMove {
  /** The milestone after the move. */
  moved: Milestone;
  /** The revision that the move gave it. */
  revision: number;
  /** Until when, as the clock's milliseconds. */
  endsAt: number;
  /** The announcement of the move. */
  announcement: string;
}

/**
 * The last move of a milestone while it can be undone. It outlives another tab of the project and
 * Edit, in the query cache, which is cleared with the account.
 */
function useUndoable(milestoneId: string) {
  const queryClient = useQueryClient();
  const key = ['undoable-move', milestoneId];
  const [undoable, show] = useState(() => {
    const kept = queryClient.getQueryData<UndoableMove>(key);
    return kept && kept.endsAt > Date.now() ? kept : undefined;
  });
  const setUndoable = (next: UndoableMove | undefined) => {
    if (next) queryClient.setQueryData<UndoableMove>(key, next);
    else queryClient.removeQueries({ queryKey: key });
    show(next);
  };
  return [undoable, setUndoable] as const;
}

/**
 * The actions on a milestone: the moves that its status allows, with an optional note, Edit and
 * Delete. The last move can be undone for a few seconds.
 */
export function MilestoneActions({
  projectId,
  milestone,
  onMoved,
  onStale,
  onEdit,
  onDelete,
}: {
  projectId: string;
  milestone: Milestone;
  /** With an announcement. The pressed button may be gone by then. */
  onMoved: (announcement: string) => void;
  onStale: (announcement: string) => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const move = useSetMilestoneStatus(projectId);
  const [note, setNote] = useState<string>();
  const [undoable, setUndoable] = useUndoable(milestone._id);
  // Here and not in the bar, which may disappear before the reply: the other side may change the
  // milestone, or the undo's event may arrive before its reply.
  const undo = useUndoMove(projectId);
  const actions = milestoneActions('studio', milestone.status);
  const press = (to: Milestone['status']) => {
    undo.reset();
    move.mutate(
      { milestone, to, reason: note?.trim() ?? '' },
      {
        onSuccess: ({ milestone: moved, undo: offer }) => {
          setNote(undefined);
          const line = movedLine(moved, { wasDraft: !milestone.published });
          const announcement = offer
            ? `${line} You have ${Math.round(offer.seconds)} seconds to undo it.`
            : line;
          setUndoable(
            offer
              ? { moved, revision: offer.revision, endsAt: Date.now() + offer.seconds * 1000, announcement }
              : undefined,
          );
          onMoved(announcement);
        },
      },
    );
  };
  const endOffer = () => {
    if (undoable) onStale(undoable.announcement);
    setUndoable(undefined);
  };
  const takeBack = (revision: number) =>
    undo.mutate(
      { id: milestone._id, revision },
      {
        onSuccess: (restored) => {
          setUndoable(undefined);
          onMoved(undoneLine(restored.milestone));
        },
        // After any failure but a refusal, the studio can try again while there is time.
        onError: (error) => isRefusal(error) && endOffer(),
      },
    );
  const isAsItWas = (revision: number | undefined) => revision === milestone.revision;
  // Not shown if the undo arrived and only its reply was lost.
  const undoFailure = isRefusal(undo.error) || isAsItWas(undo.variables?.revision) ? undo.error : undefined;
  // Any other change to the milestone ends the offer.
  const isReplaced = undoable !== undefined && !undo.isPending && milestone.revision > undoable.revision;
  const endReplaced = useEffectEvent(endOffer);
  useEffect(() => {
    if (isReplaced) endReplaced();
  }, [isReplaced]);
  return (
    <div className="grid grid-cols-1 gap-2">
      {undoable && (undo.isPending || isAsItWas(undoable.revision)) && (
        <UndoBar
          key={undoable.revision}
          moved={undoable.moved}
          endsAt={undoable.endsAt}
          isPending={undo.isPending}
          onUndo={() => takeBack(undoable.revision)}
          onOver={(hadFocus) => {
            endOffer();
            if (hadFocus) onMoved('');
          }}
        />
      )}
      <FailureAlert error={undoFailure} fallback="Failed to update milestone." />
      <div className="flex flex-wrap gap-2">
        {actions.map(({ label, to }) => {
          const isThis = move.isPending && move.variables.to === to;
          return (
            <Button
              key={to}
              size="sm"
              variant="secondary"
              isPending={isThis}
              pendingLabel="Saving…"
              aria-disabled={(move.isPending && !isThis) || undefined}
              onClick={() => press(to)}
            >
              {label}
            </Button>
          );
        })}
        {note === undefined && (
          <Button
            size="sm"
            variant="quiet"
            aria-label={`Add a note to ${milestone.title}`}
            onClick={() => setNote('')}
          >
            Note
          </Button>
        )}
        <Button size="sm" variant="quiet" aria-label={`Edit ${milestone.title}`} onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" variant="quiet" aria-label={`Delete ${milestone.title}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
      {note !== undefined && (
        <Field label="Note to your client" isOptional hint="Shown with the status you choose next.">
          <Textarea
            autoFocus
            rows={2}
            maxLength={5_000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      )}
      {!milestone.published && (
        <p className="text-xs text-ink-faint">Any status but Cancel publishes this draft.</p>
      )}
      <FailureAlert error={move.error} fallback="Failed to update milestone." />
    </div>
  );
}

/** The announcement of a move, which also names the publication of a draft. */
function movedLine({ title, status, published }: Milestone, { wasDraft }: { wasDraft: boolean }): string {
  const now = `“${title}” is ${milestoneStatusLabels[status].toLowerCase()} now`;
  if (!wasDraft) return `${now}.`;
  return published ? `${now}. It’s published: your client can see it.` : `${now}, and still a draft.`;
}

/** The announcement of an undo. */
const undoneLine = ({ title, status, published }: Milestone) =>
  `Undone: “${title}” is ${milestoneStatusLabels[status].toLowerCase()} again${published ? '' : ', and a draft'}.`;
