import { z } from 'zod';
import { idSchema } from '../ids.ts';

/** A deliverable. `url` is a link signed for a few minutes. */
export const deliverableSchema = z.object({
  _id: idSchema,
  id: idSchema,
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  type: z.string(),
  url: z.string(),
  createdAt: z.string(),
});

/** A file's size in KB, rounded (specification section 9). */
export function formatKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`;
}
