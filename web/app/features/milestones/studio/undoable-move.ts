import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** A move that can be undone. */
export interface UndoableMove {
  /** The milestone after the move. */
  moved: Milestone;
  /** The revision that the move gave it. */
  revision: number;
  /** Until when, as the clock's milliseconds. */
  endsAt: number;
  /** The announcement of the move. */
  said: string;
}

/**
 * The last move of a milestone while it can be undone, and what puts another in its place. It outlives a look at
 * another tab of the project, and Edit; it goes from the page's memory with everything else that a person was shown.
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
