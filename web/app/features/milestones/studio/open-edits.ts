import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import { useState } from 'react';
import { keepEdit, readEdits } from './kept-forms.ts';

/** Which milestones of a list are being edited. */
export interface OpenEdits {
  /** The list, and at their places those that were deleted elsewhere while somebody types in them. */
  shown: readonly Milestone[];
  isOpen: (id: string) => boolean;
  open: (milestone: Milestone) => void;
  close: (id: string) => void;
}

/**
 * Keeps a milestone visible while it is being edited, so that no typed word is lost. Reopens text
 * that was unsaved when the studio left the page.
 */
export function useOpenEdits(projectId: string, milestones: readonly Milestone[]): OpenEdits {
  const [edits, setEdits] = useState<readonly { milestone: Milestone; place: number }[]>(() =>
    Object.values(readEdits(projectId)),
  );
  const shown = [...milestones];
  for (const { milestone, place } of edits) {
    if (!milestones.some(({ _id }) => _id === milestone._id)) shown.splice(place, 0, milestone);
  }
  return {
    shown,
    isOpen: (id) => edits.some(({ milestone }) => milestone._id === id),
    open: (milestone) =>
      setEdits((before) => [...before, { milestone, place: milestones.indexOf(milestone) }]),
    close: (id) => {
      keepEdit(projectId, id, undefined);
      setEdits((before) => before.filter(({ milestone }) => milestone._id !== id));
    },
  };
}
