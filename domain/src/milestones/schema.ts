import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { longText, shortText } from '../text-schema.ts';
import { MILESTONE_STATUSES, MILESTONES_MAX } from './rules.ts';

export const milestoneSchema = z.object({
  _id: idSchema,
  id: idSchema,
  title: z.string(),
  description: z.string(),
  /** A day (`2026-11-21`). */
  due: z.string().nullable(),
  status: z.enum(MILESTONE_STATUSES),
  /** The time of its last change of status. */
  statusAt: z.string(),
  /** The note written with its last change of status, mostly why changes are needed. */
  reason: z.string().nullable(),
  /** A draft is visible to the studio alone until it is published. */
  published: z.boolean(),
  order: z.number().int(),
  /** Rises by one with each change of its texts, date or status. */
  revision: z.number().int(),
  createdAt: z.string(),
});
export type Milestone = z.infer<typeof milestoneSchema>;

/** The revision the sender read. A different stored one refuses the call; without it there is no check. */
const seenRevision = z.number().int().optional();

const dayText = z.iso.date({ error: 'Enter a day, as 2026-11-21.' });

const milestoneFields = {
  title: z.string().pipe(shortText(200)).pipe(z.string().min(1, 'Enter a title.')),
  due: z.union([dayText, z.literal('').transform(() => null), z.null()]).optional(),
  description: longText(5_000).optional(),
};

export const createMilestoneSchema = z.object({
  ...milestoneFields,
  /** False keeps it a draft. */
  published: z.boolean().optional(),
});
export type CreateMilestone = z.infer<typeof createMilestoneSchema>;

export const updateMilestoneSchema = z
  .object({ ...milestoneFields, revision: seenRevision })
  .partial()
  .refine(
    ({ title, due, description }) => [title, due, description].some((field) => field !== undefined),
    'Say what to change: the title, the due date or the description.',
  );
export type UpdateMilestone = z.infer<typeof updateMilestoneSchema>;

export const setMilestoneStatusSchema = z.object({
  status: z.enum(MILESTONE_STATUSES),
  reason: longText(5_000).optional(),
  revision: seenRevision,
});
export type SetMilestoneStatus = z.infer<typeof setMilestoneStatusSchema>;

/** Undoes the last move of a milestone, named by the revision that the move gave it. */
export const undoMoveSchema = z.object({ revision: z.number().int() });
export type UndoMove = z.infer<typeof undoMoveSchema>;

/** How to undo a move: the revision to send, and the seconds that remain. */
export const undoOfferSchema = z.object({ revision: z.number().int(), seconds: z.number() });
export type UndoOffer = z.infer<typeof undoOfferSchema>;

/** The form with which the client requests changes. */
export const needsChangesSchema = z.object({
  reason: longText(5_000).pipe(z.string().min(1, 'Write what should change.')),
});

export const deleteMilestoneQuerySchema = z.object({ revision: z.coerce.number().int().optional() });

export const reorderMilestonesSchema = z.object({
  order: z.array(idSchema).max(MILESTONES_MAX),
  /** The displayed order. */
  from: z.array(idSchema).max(MILESTONES_MAX).optional(),
});
export type ReorderMilestones = z.infer<typeof reorderMilestonesSchema>;
