import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { AUDITED_ITEMS, type AuditedItemKind } from '../project-parts.ts';
import { AUDITED_SUBJECTS } from './sentence.ts';

/** Entries in one reply; `before` requests older ones. */
export const AUDIT_PAGE_SIZE = 50;

const auditedItemSchema = z.object({
  kind: z.enum(Object.keys(AUDITED_ITEMS) as AuditedItemKind[]),
  id: z.string(),
  /**
   * Its title then. Null for a message, whose text the audit doesn't copy, and for a part that was never
   * found.
   */
  title: z.string().nullable(),
});
export type AuditedItem = z.infer<typeof auditedItemSchema>;

/** An admin's action, done or refused. */
export const adminActionSchema = z.object({
  _id: idSchema,
  id: idSchema,
  /** The action in words, after the actor's name: "sent the contract of Acme to the client". */
  says: z.string(),
  /** The same in pieces, with those that name its subject or its item. */
  parts: z.array(z.object({ text: z.string(), names: z.enum(['subject', 'item']).nullable() })),
  /** Method and path of the call. */
  action: z.string(),
  /** The actor with their name then; an old entry has the address instead. */
  actor: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  /** The action's subject; `title` is its title then. `kind` is null for what no screen shows. */
  subject: z
    .object({
      kind: z.enum(AUDITED_SUBJECTS).nullable(),
      id: z.string(),
      title: z.string().nullable(),
    })
    .nullable(),
  /** The affected part of the subject, if not the whole. */
  item: auditedItemSchema.nullable(),
  /** Short facts of the call that its words don't say. */
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** `done`, an error's code, or `unknown` if the server stopped during it. */
  outcome: z.string(),
  /** Why it was refused, in the words that the admin read; null for one that was done, and for an old entry. */
  refusal: z.string().nullable(),
  address: z.string(),
  userAgent: z.string().nullable(),
  createdAt: z.string(),
});
export type AdminAction = z.infer<typeof adminActionSchema>;

export const auditListQuerySchema = z.object({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(AUDIT_PAGE_SIZE),
  /** Only actions on this: a project, an enquiry or a user. */
  subject: idSchema.optional(),
  /** Only actions of this admin. */
  by: idSchema.optional(),
});

/** Newest first; `hasOlder` is true if there are more. */
export const auditListReplySchema = z.object({ items: z.array(adminActionSchema), hasOlder: z.boolean() });
