import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { PROJECT_EVENT_KINDS } from '../project-parts.ts';
import { clientViewQuerySchema } from '../projects/schema.ts';

/** One thing that happened, as both sides read it. */
export const activitySchema = z.object({
  _id: idSchema,
  id: idSchema,
  projectId: idSchema,
  kind: z.enum(PROJECT_EVENT_KINDS),
  actorRole: z.enum(['owner', 'client']),
  actorName: z.string(),
  /** Where it was done from: the studio sees it, a client gets null. */
  actorAddress: z.string().nullable(),
  /** What it was done to, by the name that it had then. */
  subject: z.object({ id: z.string(), title: z.string() }).nullable(),
  /** Facts of the kind: `from` and `to` of a move, a `reason`, a `version` and a `hash`. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  createdAt: z.string(),
});
export type Activity = z.infer<typeof activitySchema>;

/** Rows of one reply; older ones are asked for with `before`. */
export const ACTIVITY_PAGE_SIZE = 50;

export const activityListQuerySchema = clientViewQuerySchema.extend({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(ACTIVITY_PAGE_SIZE),
});

export const activityListReplySchema = z.object({
  items: z.array(activitySchema),
  /** Whether there are rows before the last one of this reply. */
  hasOlder: z.boolean(),
});
