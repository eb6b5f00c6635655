import { z } from 'zod';
import { idSchema } from '../ids.ts';
import type { FileLimits } from './rules.ts';

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
