import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { NOT_A_DAY } from '../text.ts';
import { longText, shortText } from '../text-schema.ts';
import {
  MAX_ANSWER_FILES,
  MAX_REQUEST_BATCH,
  REQUEST_ANSWER_MAX,
  REQUEST_INSTRUCTIONS_MAX,
  REQUEST_STATUSES,
  REQUEST_TITLE_MAX,
} from './rules.ts';

/** A file of an answer. `url` is a temporary signed link, absolute. */
export const answerFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Media type, by content. */
  type: z.string(),
  url: z.string(),
});
export type AnswerFile = z.infer<typeof answerFileSchema>;

/** One answer to a request; without words and files it says "done". */
export const requestAnswerSchema = z.object({
  id: idSchema,
  body: z.string(),
  authorName: z.string(),
  createdAt: z.string(),
  files: z.array(answerFileSchema),
  /** True if it was given with the link of an email. */
  byMailLink: z.boolean(),
  /** Why the studio asked again after it; null if it didn't. */
  reason: z.string().nullable(),
});
export type RequestAnswer = z.infer<typeof requestAnswerSchema>;

/** Something that the client brings. */
export const requestSchema = z.object({
  _id: idSchema,
  id: idSchema,
  title: z.string(),
  instructions: z.string(),
  /** A day (`2026-11-21`). */
  due: z.string().nullable(),
  /** The milestone that waits for it; for the client only one that they see. */
  milestoneId: idSchema.nullable(),
  status: z.enum(REQUEST_STATUSES),
  askedAt: z.string(),
  /** The time of its last change of status. */
  statusAt: z.string(),
  /** Rises by one with each change of it, answers included. */
  revision: z.number().int(),
  /** Oldest first. */
  answers: z.array(requestAnswerSchema),
});
export type ClientRequest = z.infer<typeof requestSchema>;

/** A project's requests as its client's side sees them: the withdrawn ones aside. */
export const clientRequestsSchema = z.object({
  items: z.array(requestSchema),
  /** The reader's files for answers that aren't sent yet, by request. */
  unsent: z.array(z.object({ requestId: idSchema, file: answerFileSchema })),
  /** The largest file that can be sent, in bytes. */
  maxFileBytes: z.number().int(),
});
export type ClientRequests = z.infer<typeof clientRequestsSchema>;

export const suggestedRequestSchema = z.object({
  template: z.string(),
  title: z.string(),
  instructions: z.string(),
  due: z.string().nullable(),
  milestoneId: idSchema.nullable(),
});

/** A project's requests as the studio sees them, and what it could ask for by the brief. */
export const studioRequestsSchema = z.object({
  items: z.array(requestSchema),
  suggestions: z.array(suggestedRequestSchema),
});
export type StudioRequests = z.infer<typeof studioRequestsSchema>;

const requestFields = {
  title: z.string().pipe(shortText(REQUEST_TITLE_MAX)).pipe(z.string().min(1, 'Enter a title.')),
  instructions: longText(REQUEST_INSTRUCTIONS_MAX),
  due: z.union([z.iso.date({ error: NOT_A_DAY }), z.literal('').transform(() => null), z.null()]),
  milestoneId: idSchema.nullable(),
};

/** A request as it is sent to the client. */
export const newRequestSchema = z.object({
  /** Chosen by the sender, one per request: sending again with the same key is the same request. */
  key: idSchema,
  /** The template it was suggested by; a project has one request of it at a time. */
  template: z
    .string()
    .regex(/^[a-z-]{1,50}$/, 'There is no such template.')
    .nullable()
    .default(null),
  ...requestFields,
  instructions: requestFields.instructions.default(''),
  due: requestFields.due.default(null),
  milestoneId: requestFields.milestoneId.default(null),
});
export type NewRequest = z.infer<typeof newRequestSchema>;

export const sendRequestsSchema = z.object({
  items: z
    .array(newRequestSchema)
    .min(1, 'Choose a request to send.')
    .max(MAX_REQUEST_BATCH, `Send up to ${MAX_REQUEST_BATCH} requests at a time.`),
});
export type SendRequests = z.infer<typeof sendRequestsSchema>;

/** The revision the sender read. A different stored one refuses the call. */
const seenRevision = z.number().int();

export const changeRequestSchema = z.object({ ...requestFields, revision: seenRevision });
export type ChangeRequest = z.infer<typeof changeRequestSchema>;

export const seenRequestSchema = z.object({ revision: seenRevision });

export const askAgainSchema = z.object({
  reason: longText(REQUEST_INSTRUCTIONS_MAX).pipe(z.string().min(1, 'Write what is still missing.')),
  revision: seenRevision,
});
export type AskAgain = z.infer<typeof askAgainSchema>;

/** An answer: words, files, both, or neither for "done". */
export const answerRequestSchema = z.object({
  body: longText(REQUEST_ANSWER_MAX).default(''),
  /** Uploaded files of the sender's for this request that no answer has yet, in the order in which they are shown. */
  files: z
    .array(idSchema)
    .max(MAX_ANSWER_FILES, `Send up to ${MAX_ANSWER_FILES} files with one answer.`)
    .default([])
    .refine((ids) => new Set(ids).size === ids.length, 'Attach each file once.'),
  /** Chosen by the sender, one per answer: sending again with the same key is the same answer. */
  key: idSchema,
  revision: seenRevision,
});
export type AnswerRequest = z.infer<typeof answerRequestSchema>;
