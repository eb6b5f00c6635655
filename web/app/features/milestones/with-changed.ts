import type { Milestone } from '@atelier/domain/milestones/schema.ts';

/** A list with one of its milestones as it is now. */
export const withChanged = (changed: Milestone) => (milestones: Milestone[] | undefined) =>
  milestones?.map((milestone) => (milestone._id === changed._id ? changed : milestone));
