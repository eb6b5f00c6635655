import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { emailText, longText, shortText } from '../text-schema.ts';
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_MESSAGE_MIN,
  CONTACT_SOURCE,
  CONTACT_SUBJECT_MAX,
  ENQUIRY_STATUSES,
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
  createdAt: z.string(),
  updatedAt: z.string(),
  meta: z.object({ ip: z.string(), userAgent: z.string(), referer: z.string() }),
});
export type Enquiry = z.infer<typeof enquirySchema>;
