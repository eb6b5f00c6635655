import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { longText } from '../text-schema.ts';

export const MESSAGE_MAX = 10_000;
/** Messages in one reply; older ones are asked for with `before`. */
export const MESSAGE_PAGE_SIZE = 50;

/** A message of a project's thread. On the wire the studio is called `owner` (specification section 3). */
export const messageSchema = z.object({
  _id: idSchema,
  id: idSchema,
  projectId: idSchema,
  body: z.string(),
  authorRole: z.enum(['owner', 'client']),
  authorName: z.string(),
  authorEmail: z.string(),
  createdAt: z.string(),
});

export const messageListQuerySchema = z.object({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(MESSAGE_PAGE_SIZE),
});

export const sendMessageSchema = z.object({
  body: z.string().pipe(longText(MESSAGE_MAX)).pipe(z.string().min(1, 'Write a message.')),
});
