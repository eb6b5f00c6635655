import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { MAIL_REASON_KEYS, MAIL_STATES } from './rules.ts';

/** A mail that arrived, as the list shows it. What its sender wrote is proven by nothing. */
export const inboundMailSchema = z.object({
  id: idSchema,
  state: z.enum(MAIL_STATES),
  /** Null for a posted one. */
  reason: z.enum(MAIL_REASON_KEYS).nullable(),
  /** What the checks of its sender found; empty before them. */
  proof: z.string(),
  fromName: z.string(),
  fromAddress: z.string(),
  subject: z.string(),
  /** What it says, without what it quotes. */
  text: z.string(),
  /** Bytes of the whole mail. */
  size: z.number().int(),
  receivedAt: z.string(),
  /** When the whole mail is deleted. */
  deletedAt: z.string(),
  /** The project it answers in; null if that isn't known or is gone. */
  project: z.object({ id: idSchema, title: z.string() }).nullable(),
  /** The enquiry it answers; null if it answers none. */
  enquiry: z.object({ id: idSchema, title: z.string() }).nullable(),
  canPost: z.boolean(),
});
export type InboundMail = z.infer<typeof inboundMailSchema>;

/** An address that an email of ours came back from. */
export const bouncedAddressSchema = z.object({
  id: idSchema,
  email: z.string(),
  /** Of the email that came back. */
  subject: z.string(),
  /** What the mail server says about it. */
  report: z.string(),
  bouncedAt: z.string(),
});
export type BouncedAddress = z.infer<typeof bouncedAddressSchema>;

/** A whole mail as text. */
export const mailSourceSchema = z.object({
  source: z.string(),
  /** Whether there is more of it. */
  isCut: z.boolean(),
});
export type MailSource = z.infer<typeof mailSourceSchema>;
