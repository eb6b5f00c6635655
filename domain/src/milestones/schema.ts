import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { isWebLink, NOT_A_DAY } from '../text.ts';
import { longText, shortText } from '../text-schema.ts';
import { MILESTONE_STATUSES, MILESTONES_MAX, PREVIEW_FILES_MAX } from './rules.ts';

/** What the client looks at in a review: a link, deliverables of the project, or both. */
export const milestonePreviewSchema = z.object({
  link: z.string().nullable(),
  /** Each is shown in its newest version. One that was deleted since is left out. */
  fileIds: z.array(idSchema),
});
export type MilestonePreview = z.infer<typeof milestonePreviewSchema>;

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
  /** True if the client changed it last with the link of an email. */
  byMailLink: z.boolean(),
  /** Null without anything to look at. The client sees it in review and after the answer. */
  preview: milestonePreviewSchema.nullable(),
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

/** A preview as it is sent; an empty one is none. */
export const sentPreviewSchema = z
  .object({
    link: z
      .string()
      .pipe(shortText(2_000))
      .pipe(
        z.string().refine((text) => text === '' || isWebLink(text), 'Use a link that starts with https://.'),
      )
      .optional(),
    fileIds: z
      .array(idSchema)
      .max(PREVIEW_FILES_MAX, `Choose ${PREVIEW_FILES_MAX} files or fewer.`)
      .optional(),
  })
  .nullable()
  .transform((sent): MilestonePreview | null => {
    const link = sent?.link || null;
    const fileIds = [...new Set(sent?.fileIds)];
    return link === null && fileIds.length === 0 ? null : { link, fileIds };
  });

const dayText = z.iso.date({ error: NOT_A_DAY });

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
  .object({ ...milestoneFields, preview: sentPreviewSchema, revision: seenRevision })
  .partial()
  .refine(
    ({ title, due, description, preview }) =>
      [title, due, description, preview].some((field) => field !== undefined),
    'Say what to change: the title, the due date, the description or the preview.',
  );
export type UpdateMilestone = z.infer<typeof updateMilestoneSchema>;

/** The client's answer, with an optional note. */
export const reviewMilestoneSchema = z.object({
  status: z.enum(MILESTONE_STATUSES),
  reason: longText(5_000).optional(),
  revision: seenRevision,
});

export const setMilestoneStatusSchema = reviewMilestoneSchema
  .extend({
    /** What to look at, with sending for review; left out, the milestone keeps the preview that it has. */
    preview: sentPreviewSchema.optional(),
  })
  .refine(({ status, preview }) => preview === undefined || status === 'in_review', {
    error: 'A preview goes with sending for review.',
    path: ['preview'],
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
