import { z } from 'zod';
import { idSchema } from '../ids.ts';

/** What waits for its client in one project, besides messages. A project in which nothing does is left out. */
export const waitingSchema = z.object({
  projectId: idSchema,
  /** Milestones in review. */
  reviews: z.number().int(),
  /** Whether a contract was sent that they have neither accepted nor asked to be changed. */
  contract: z.boolean(),
});
export type Waiting = z.infer<typeof waitingSchema>;
