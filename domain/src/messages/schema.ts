import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { clientViewQuerySchema } from '../projects/client-view.ts';
import { truncate } from '../text.ts';
import { longText } from '../text-schema.ts';

export const MESSAGE_MAX = 10_000;
/** Messages in one reply; older ones are asked for with `before`. */
export const MESSAGE_PAGE_SIZE = 50;
/** Projects whose unread messages one call may ask for: a page of any list. */
export const MAX_UNREAD_PROJECTS = 100;

/** A message of a project's thread. On the wire the studio is called `owner` (specification section 3). */
export const messageSchema = z.object({
  _id: idSchema,
  id: idSchema,
  projectId: idSchema,
  body: z.string(),
  authorRole: z.enum(['owner', 'client']),
  authorName: z.string(),
  authorEmail: z.string(),
  /** What its sender called it, so that they know it again; null where they gave it no key. */
  key: idSchema.nullable(),
  createdAt: z.string(),
});
export type Message = z.infer<typeof messageSchema>;

export const messageListQuerySchema = clientViewQuerySchema.extend({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(MESSAGE_PAGE_SIZE),
});

/** What the studio owes a client who wrote last: an answer, or none because it said that none is needed. */
export const ANSWER_STATES = ['needed', 'not_needed'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];

/** A part of a thread, oldest first, and how far its reader has come in the whole of it. */
export const messageListSchema = z.object({
  items: z.array(messageSchema),
  /** Whether there are messages before the first of these. */
  hasOlder: z.boolean(),
  /** Messages of the other side that the reader has not marked as read. */
  unread: z.number().int(),
  /** The message up to which the reader has read; null before the first time. */
  readUpTo: idSchema.nullable(),
  /** Null where the studio wrote last, and always for the client: it is the studio's own note. */
  answer: z.enum(ANSWER_STATES).nullable(),
});
export type MessageList = z.infer<typeof messageListSchema>;

export const sendMessageSchema = z.object({
  body: z.string().pipe(longText(MESSAGE_MAX)).pipe(z.string().min(1, 'Write a message.')),
  /** Made by the sender, one for each message: sending again with the same key is the same one message. */
  key: idSchema.optional(),
});

export const markMessagesReadSchema = z.object({ upTo: idSchema });

/** Whether the client waits for an answer, as somebody sees it who has read up to a message. */
export const noteAnswerSchema = z.object({ answer: z.enum(ANSWER_STATES), upTo: idSchema });
export const answerReplySchema = z.object({ answer: z.enum(ANSWER_STATES).nullable() });

/**
 * Why an answer cannot be noted as needed or not: the client does not wait for one, or has written something that
 * whoever decides has not seen. Undefined where it can be.
 */
export function answerRefusal(
  thread: { answer: AnswerState | null; newestId: string | undefined },
  upTo: string,
): string | undefined {
  if (thread.answer === null) return 'This has been answered already.';
  if (thread.newestId !== undefined && thread.newestId > upTo)
    return 'Your client has written again. Read that first.';
  return undefined;
}

/** Ids with commas between them, as they stand in a query. */
export const unreadQuerySchema = z.object({
  projects: z
    .string()
    .max(MAX_UNREAD_PROJECTS * 40, `Ask for ${MAX_UNREAD_PROJECTS} projects or fewer.`)
    .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
    .pipe(z.array(idSchema).max(MAX_UNREAD_PROJECTS, `Ask for ${MAX_UNREAD_PROJECTS} projects or fewer.`)),
});
export const unreadCountSchema = z.object({ projectId: idSchema, unread: z.number().int() });

/** The names under which a message may say whose project's it is. */
interface OfProject {
  onboardingId?: string | null;
  projectId?: string | null;
  portalId?: string | null;
}

/** Whether a message is of this project by any of its names (specification section 3). */
export function isOfProject(message: OfProject, projectId: string): boolean {
  return [message.onboardingId, message.projectId, message.portalId].some((id) => id === projectId);
}

const EXCERPT_LENGTH = 80;

/** The beginning of a message on one line: what lists and records call it by. */
export function messageExcerpt(body: string): string {
  return truncate(body.replace(/\s+/g, ' ').trim(), EXCERPT_LENGTH);
}

/** A client's reason for wanting changes, as it stands in the thread: it names the milestone that it is about. */
export function reasonMessage(milestoneTitle: string, reason: string): string {
  return `Needs changes: ${milestoneTitle}\n\n${reason}`;
}
