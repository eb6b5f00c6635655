import { isMoveAnnounced } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCountdown } from '../../../lib/use-countdown.ts';
import { Button } from '../../../ui/button.tsx';

/**
 * Undoes the last move, for as long as the server accepts it. Use the moved revision as its key.
 */
export function UndoBar({
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
export function useUndoable(milestoneId: string) {
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
