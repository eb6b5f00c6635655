import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { MAIL_PROOFS } from '../mail-in/rules.ts';
import { clientViewQuerySchema } from '../projects/schema.ts';
import { longText } from '../text-schema.ts';
import {
  ANSWER_STATES,
  MAX_MESSAGE_FILES,
  MAX_UNREAD_PROJECTS,
  MESSAGE_MAX,
  MESSAGE_PAGE_SIZE,
} from './rules.ts';

const authorRole = z.enum(['owner', 'client']);

/** A file of a message. `url` is a temporary signed link, absolute. */
export const messageFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Media type, by content. */
  type: z.string(),
  url: z.string(),
});
export type MessageFile = z.infer<typeof messageFileSchema>;

/** The message that another replies to, as shown above the reply. */
export const quoteSchema = z.object({
  id: idSchema,
  authorRole,
  authorName: z.string(),
  /** Its beginning on one line; empty once it is deleted. */
  excerpt: z.string(),
  isDeleted: z.boolean(),
});
export type Quote = z.infer<typeof quoteSchema>;

/** A message of a project's thread. On the wire the studio is called `owner` (specification section 3). */
export const messageSchema = z.object({
  _id: idSchema,
  id: idSchema,
  projectId: idSchema,
  body: z.string(),
  authorRole,
  authorName: z.string(),
  authorEmail: z.string(),
  /** The sender's key, by which they recognize it; null without one. */
  key: idSchema.nullable(),
  createdAt: z.string(),
  /** When its words were last changed; null if they never were. */
  editedAt: z.string().nullable(),
  /** True if it was deleted: its words and files are gone. */
  isDeleted: z.boolean(),
  /** For how many seconds from now the reader can still edit or delete it; 0 if they can't. */
  changeableSeconds: z.number().int(),
  /** The message it replies to; null if it replies to none. */
  replyTo: quoteSchema.nullable(),
  files: z.array(messageFileSchema),
  /** Whether its sender was proven, of one that came by email; null for others. */
  byMail: z.enum(MAIL_PROOFS).nullable(),
  /** What else its email says and may not be its sender's words, such as what they quote; null without. */
  folded: z.string().nullable(),
});
export type Message = z.infer<typeof messageSchema>;

export const messageListQuerySchema = clientViewQuerySchema.extend({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(MESSAGE_PAGE_SIZE),
});

/** A part of a thread, oldest first, and the reader's position in the whole of it. */
export const messageListSchema = z.object({
  items: z.array(messageSchema),
  /** True if there are messages before the first of these. */
  hasOlder: z.boolean(),
  /** The other side's messages that the reader hasn't marked as read. */
  unread: z.number().int(),
  /** The last message the reader has read; null before the first time. */
  readUpTo: idSchema.nullable(),
  /** Null if the studio wrote last, and always for the client: it is the studio's own note. */
  answer: z.enum(ANSWER_STATES).nullable(),
  /** The largest file that can be attached, in bytes. */
  maxFileBytes: z.number().int(),
});
export type MessageList = z.infer<typeof messageListSchema>;

const messageBody = z.string().pipe(longText(MESSAGE_MAX)).pipe(z.string().min(1, 'Write a message.'));

export const sendMessageSchema = z.object({
  body: messageBody,
  /** Chosen by the sender, one per message: sending again with the same key is the same message. */
  key: idSchema.optional(),
  /** The message it replies to. */
  replyTo: idSchema.optional(),
  /** Uploaded files of the sender's that no message has yet, in the order in which they are shown. */
  files: z
    .array(idSchema)
    .max(MAX_MESSAGE_FILES, `Attach up to ${MAX_MESSAGE_FILES} files.`)
    .default([])
    .refine((ids) => new Set(ids).size === ids.length, 'Attach each file once.'),
});
export type SendMessage = z.infer<typeof sendMessageSchema>;

export const editMessageSchema = z.object({ body: messageBody });

export const markMessagesReadSchema = z.object({ upTo: idSchema });

/** Whether the client needs an answer, decided by a reader who has read up to a message. */
export const noteAnswerSchema = z.object({ answer: z.enum(ANSWER_STATES), upTo: idSchema });
export const answerReplySchema = z.object({ answer: z.enum(ANSWER_STATES).nullable() });

/** Ids separated by commas, as in a query. */
export const unreadQuerySchema = z.object({
  projects: z
    .string()
    .max(MAX_UNREAD_PROJECTS * 40, `Ask for ${MAX_UNREAD_PROJECTS} projects or fewer.`)
    .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
    .pipe(z.array(idSchema).max(MAX_UNREAD_PROJECTS, `Ask for ${MAX_UNREAD_PROJECTS} projects or fewer.`)),
});
export const unreadCountSchema = z.object({ projectId: idSchema, unread: z.number().int() });
