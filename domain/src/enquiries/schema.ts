import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { MAIL_PROOFS } from '../mail-in/rules.ts';
import { PROJECT_STATUSES } from '../projects/rules.ts';
import { emailText, longText, shortText } from '../text-schema.ts';
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_MESSAGE_MIN,
  CONTACT_SOURCE,
  CONTACT_SUBJECT_MAX,
  ENQUIRY_REPLY_MAX,
  ENQUIRY_SIDES,
  ENQUIRY_STATUSES,
  MAX_REPLY_FILES,
} from './rules.ts';

const NAME_MESSAGE = 'Please enter your name.';
const EMAIL_MESSAGE = 'Enter a valid email.';
const MESSAGE_MESSAGE = 'Add a little more detail.';

/**
 * POST /contact/create. `botfield` is the honeypot: a visitor never sees it, so a value means a
 * bot.
 */
export const createEnquirySchema = z.object({
  name: z.string({ error: NAME_MESSAGE }).pipe(shortText(200)).pipe(z.string().min(1, NAME_MESSAGE)),
  email: emailText(EMAIL_MESSAGE),
  phone: shortText(50).optional().default(''),
  /** The subject, as worded in the form. */
  subject: shortText(CONTACT_SUBJECT_MAX).optional().default(''),
  message: z
    .string({ error: MESSAGE_MESSAGE })
    .pipe(longText(CONTACT_MESSAGE_MAX))
    .pipe(z.string().min(CONTACT_MESSAGE_MIN, MESSAGE_MESSAGE)),
  source: shortText(60).optional().default(CONTACT_SOURCE),
  /** Of any length: a bot that overfills it must get the same reply as every other bot. */
  botfield: z.string().optional().default(''),
});
export type CreateEnquiry = z.output<typeof createEnquirySchema>;

/** POST /contact/:id/invite. */
export const inviteEnquirerSchema = z.object({ note: longText(2_000) });

/** An enquiry as the inbox shows it. */
export const enquirySchema = z.object({
  _id: idSchema,
  id: idSchema,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The subject that the visitor chose; empty if they chose none. */
  subject: z.string(),
  /** As the visitor typed it, trimmed. */
  message: z.string(),
  source: z.string(),
  status: z.enum(ENQUIRY_STATUSES),
  /** When its sender was last invited to start a project. */
  invitedAt: z.string().nullable(),
  /** When the studio last replied to it here, and its sender last answered; null before. */
  repliedAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  meta: z.object({ ip: z.string(), userAgent: z.string(), referer: z.string() }),
});
export type Enquiry = z.infer<typeof enquirySchema>;

/** A file of a reply or an answer. `url` is a temporary signed link, absolute. */
export const enquiryFileSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Media type, by content. */
  type: z.string(),
  url: z.string(),
});
export type EnquiryFile = z.infer<typeof enquiryFileSchema>;

/** A reply of the studio's, or the visitor's answer to one. */
export const enquiryMessageSchema = z.object({
  id: idSchema,
  side: z.enum(ENQUIRY_SIDES),
  body: z.string(),
  createdAt: z.string(),
  files: z.array(enquiryFileSchema),
  /** Whether its sender was proven, of one that came by email; null for the studio's. */
  byMail: z.enum(MAIL_PROOFS).nullable(),
  /** What else its email says and may not be its sender's words, such as what they quote; null without. */
  folded: z.string().nullable(),
});
export type EnquiryMessage = z.infer<typeof enquiryMessageSchema>;

/** What was written since an enquiry arrived, and what a reply needs. */
export const enquiryThreadSchema = z.object({
  /** Oldest first. */
  items: z.array(enquiryMessageSchema),
  /** The caller's files for a reply that isn't sent yet. */
  unsent: z.array(enquiryFileSchema),
  /** The largest file that can go with a reply, in bytes. */
  maxFileBytes: z.number().int(),
  /** Whether the visitor's answer to the email arrives here; otherwise it goes to the studio's mailbox. */
  answersArriveHere: z.boolean(),
  /** Set if an email to the visitor's address came back. */
  bounced: z.object({ report: z.string(), bouncedAt: z.string() }).nullable(),
  /** The newest project of the account with the visitor's address. */
  project: z.object({ id: idSchema, name: z.string(), status: z.enum(PROJECT_STATUSES) }).nullable(),
});
export type EnquiryThread = z.infer<typeof enquiryThreadSchema>;

/** POST /contact/:id/replies. */
export const replyToEnquirySchema = z.object({
  body: z.string().pipe(longText(ENQUIRY_REPLY_MAX)).pipe(z.string().min(1, 'Write a reply.')),
  /** Chosen by the sender, one per reply: sending again with the same key is the same reply. */
  key: idSchema,
  /** The caller's uploaded files that no reply has yet, in the order in which they are shown. */
  files: z
    .array(idSchema)
    .max(MAX_REPLY_FILES, `Attach up to ${MAX_REPLY_FILES} files.`)
    .default([])
    .refine((ids) => new Set(ids).size === ids.length, 'Attach each file once.'),
});
export type ReplyToEnquiry = z.output<typeof replyToEnquirySchema>;
