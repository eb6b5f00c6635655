import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { PROJECT_EVENT_KINDS } from '../project-parts.ts';
import { clientViewQuerySchema } from '../projects/schema.ts';

/** One event, as both sides read it. */
export const activitySchema = z.object({
  _id: idSchema,
  id: idSchema,
  projectId: idSchema,
  kind: z.enum(PROJECT_EVENT_KINDS),
  actorRole: z.enum(['owner', 'client']),
  actorName: z.string(),
  /** The actor's network address: shown to the studio, null for a client. */
  actorAddress: z.string().nullable(),
  /** Its subject, with the title it had then. */
  subject: z.object({ id: z.string(), title: z.string() }).nullable(),
  /** Facts of the kind: a move's `from` and `to`, a `reason`, a `version` and a `hash`. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  createdAt: z.string(),
});
export type Activity = z.infer<typeof activitySchema>;

/** Rows in one reply; `before` requests older ones. */
export const ACTIVITY_PAGE_SIZE = 50;

export const activityListQuerySchema = clientViewQuerySchema.extend({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(ACTIVITY_PAGE_SIZE),
});

export const activityListReplySchema = z.object({
  items: z.array(activitySchema),
  /** True if there are rows before the last one of this reply. */
  hasOlder: z.boolean(),
});
