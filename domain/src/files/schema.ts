import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { longText } from '../text-schema.ts';
import { COMMENT_MAX, type FileLimits, MAX_COMMENT_PAGE, POINT_SCALE } from './rules.ts';

/** What both sides have said of one version of a deliverable. */
export const fileReviewSchema = z.object({
  /** The round of feedback it is in, from 1. */
  round: z.number().int(),
  /** Comments pinned to it, and those of them that aren't resolved. */
  comments: z.number().int(),
  open: z.number().int(),
  /** The client's approval of this version; null without one. */
  approval: z.object({ name: z.string(), at: z.string() }).nullable(),
});
export type FileReview = z.infer<typeof fileReviewSchema>;

/** One version of a file. `url` is a temporary signed link, absolute. */
export const fileVersionSchema = z.object({
  /** Rises by one with each replacement, from 1. */
  version: z.number().int(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Media type, by content. */
  type: z.string(),
  url: z.string(),
  createdAt: z.string(),
  /** Null for a file of the client's: only deliverables are reviewed. */
  review: fileReviewSchema.nullable(),
});
export type FileVersion = z.infer<typeof fileVersionSchema>;

/** A project's file: its newest version, and those it replaced. */
export const deliverableSchema = fileVersionSchema.extend({
  _id: idSchema,
  id: idSchema,
  /** The sender's side: the studio's deliverable (`owner`), or the client's file for the project. */
  from: z.enum(['owner', 'client']),
  /** The replaced versions, newest first. */
  versions: z.array(fileVersionSchema),
});
export type Deliverable = z.infer<typeof deliverableSchema>;

export const fileLimitsSchema = z.object({
  maxBytes: z.number().int(),
  usedBytes: z.number().int(),
  quotaBytes: z.number().int(),
  usedFiles: z.number().int(),
  maxFiles: z.number().int(),
  account: z.object({ usedBytes: z.number().int(), quotaBytes: z.number().int() }).nullable(),
}) satisfies z.ZodType<FileLimits>;

const coordinate = z.number().int().min(0).max(POINT_SCALE);

/** A point of a picture, or of a page of a PDF: from the top left, in ten-thousandths of width and height. */
export const filePointSchema = z.object({
  /** From 1; 1 for a picture. */
  page: z.number().int().min(1).max(MAX_COMMENT_PAGE),
  x: coordinate,
  y: coordinate,
});
export type FilePoint = z.infer<typeof filePointSchema>;

/** A comment pinned to a point of a version, or a reply to one. */
export const fileCommentSchema = z.object({
  id: idSchema,
  /** The comment it replies to; null for a pinned one. */
  replyTo: idSchema.nullable(),
  /** Null for a reply. */
  point: filePointSchema.nullable(),
  from: z.enum(['owner', 'client']),
  authorName: z.string(),
  /** True if the reader wrote it. */
  isOwn: z.boolean(),
  body: z.string(),
  /** The sender's key, by which they recognize it; null without one. */
  key: idSchema.nullable(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  /** When it was resolved; null while it is open, and for a reply. */
  resolvedAt: z.string().nullable(),
});
export type FileComment = z.infer<typeof fileCommentSchema>;

const commentBody = z.string().pipe(longText(COMMENT_MAX)).pipe(z.string().min(1, 'Write a comment.'));

/** A comment with its point, or a reply with what it replies to. */
export const addFileCommentSchema = z
  .object({
    body: commentBody,
    point: filePointSchema.optional(),
    replyTo: idSchema.optional(),
    /** Chosen by the sender, one per comment: sending again with the same key is the same comment. */
    key: idSchema.optional(),
  })
  .refine(({ point, replyTo }) => (point === undefined) !== (replyTo === undefined), {
    error: 'Send either a point or the comment it replies to.',
    path: ['point'],
  });
export type AddFileComment = z.infer<typeof addFileCommentSchema>;

export const editFileCommentSchema = z.object({ body: commentBody });
export const resolveFileCommentSchema = z.object({ resolved: z.boolean() });
/** The version that the page showed: a newer one isn't approved unseen. */
export const approveFileSchema = z.object({ version: z.number().int().min(1).max(100_000) });
