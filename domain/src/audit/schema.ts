import { z } from 'zod';
import { idSchema } from '../ids.ts';

/** A short fact of an admin's action: what was chosen, or of a list how many. */
export type AuditedFact = string | number | boolean | null;

/** Entries in one reply; older ones are asked for with `before`. */
export const AUDIT_PAGE_SIZE = 50;

/** The parts of a project that an action can be about. */
export const AUDITED_ITEMS = ['milestone', 'file', 'message'] as const;
export type AuditedItemKind = (typeof AUDITED_ITEMS)[number];

const auditedItemSchema = z.object({
  kind: z.enum(AUDITED_ITEMS),
  id: z.string(),
  /**
   * Its title then. Null for a message, whose words the audit doesn't copy, and for a part that was
   * never found.
   */
  title: z.string().nullable(),
});
export type AuditedItem = z.infer<typeof auditedItemSchema>;

/** Something that an admin did, or was refused. */
export const adminActionSchema = z.object({
  _id: idSchema,
  id: idSchema,
  /** What was done, in words. */
  says: z.string(),
  /** Method and path of the call. */
  action: z.string(),
  actor: z.object({ id: z.string(), email: z.string() }),
  /** What it was done to; `title` is what it was called then. */
  subject: z.object({ id: z.string(), title: z.string().nullable() }).nullable(),
  /** The part of the subject that it was about, if not the whole. */
  item: auditedItemSchema.nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** `done`, an error's code, or `unknown` where the server stopped in the middle of it. */
  outcome: z.string(),
  address: z.string(),
  userAgent: z.string().nullable(),
  createdAt: z.string(),
});
export type AdminAction = z.infer<typeof adminActionSchema>;

export const auditListQuerySchema = z.object({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(AUDIT_PAGE_SIZE),
  /** Only what was done to this: a project, an enquiry, a person. */
  subject: idSchema.optional(),
  /** Only what this admin did. */
  by: idSchema.optional(),
});

/** Newest first; `hasOlder` says whether there are more. */
export const auditListReplySchema = z.object({ items: z.array(adminActionSchema), hasOlder: z.boolean() });
