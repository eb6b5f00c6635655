import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { AUDITED_ITEMS, type AuditedItemKind } from '../project-parts.ts';

/** A short fact of an admin's action: the chosen value, or a list's length. */
export type AuditedFact = string | number | boolean | null;

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
  /** The action, in words. */
  says: z.string(),
  /** Method and path of the call. */
  action: z.string(),
  actor: z.object({ id: z.string(), email: z.string() }),
  /** The action's subject; `title` is its title then. */
  subject: z.object({ id: z.string(), title: z.string().nullable() }).nullable(),
  /** The affected part of the subject, if not the whole. */
  item: auditedItemSchema.nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** `done`, an error's code, or `unknown` if the server stopped during it. */
  outcome: z.string(),
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
