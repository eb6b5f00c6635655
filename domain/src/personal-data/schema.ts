import { z } from 'zod';
import { adminUserSchema } from '../accounts/schema.ts';
import { enquirySchema } from '../enquiries/schema.ts';
import { projectSchema } from '../projects/schema.ts';

/**
 * GET /me/export: everything that the product holds about somebody, in one file. Each part of the product adds
 * members of its own; these are the ones that are always there.
 */
export const personalDataSchema = z.looseObject({
  exportedAt: z.string(),
  account: adminUserSchema,
  projects: z.array(projectSchema),
  /** Those that were sent with the address that is confirmed for the account. */
  enquiries: z.array(enquirySchema),
  /** Which mails went to that address within the last weeks; their texts are not kept. */
  mails: z.array(
    z.object({ kind: z.string(), subject: z.string(), createdAt: z.string(), sentAt: z.string().nullable() }),
  ),
});
