import type { Milestone } from '@atelier/domain/portal/milestones.ts';
import { useState } from 'react';

/** Which milestones of a list are being edited. */
export interface OpenEdits {
  /** The list, and at their places those that were deleted elsewhere while somebody types in them. */
  shown: readonly Milestone[];
  isOpen: (id: string) => boolean;
  open: (milestone: Milestone) => void;
  close: (id: string) => void;
}

/** Keeps a milestone in sight until its editing is done, so that no typed word goes with it. */
export function useOpenEdits(milestones: readonly Milestone[]): OpenEdits {
  const [edits, setEdits] = useState<readonly { milestone: Milestone; place: number }[]>([]);
  const shown = [...milestones];
  for (const { milestone, place } of edits) {
    if (!milestones.some(({ _id }) => _id === milestone._id)) shown.splice(place, 0, milestone);
  }
  return {
    shown,
    isOpen: (id) => edits.some(({ milestone }) => milestone._id === id),
    open: (milestone) =>
      setEdits((before) => [...before, { milestone, place: milestones.indexOf(milestone) }]),
    close: (id) => setEdits((before) => before.filter(({ milestone }) => milestone._id !== id)),
  };
}
