import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { JOB_NAMES } from './jobs.ts';
import { CHECK_NAMES, type CheckId, FINDING_LEVELS } from './rules.ts';

const findingSchema = z.object({
  id: z.enum(Object.keys(CHECK_NAMES) as CheckId[]),
  level: z.enum(FINDING_LEVELS),
  sentence: z.string(),
  whatToDo: z.string().nullable(),
});

/** How a recurring job went. Times are null where it hasn't happened. */
const jobSchema = z.object({
  name: z.enum(JOB_NAMES),
  everySeconds: z.number(),
  isRunning: z.boolean(),
  isLate: z.boolean(),
  startedAt: z.string().nullable(),
  succeededAt: z.string().nullable(),
  nextAt: z.string().nullable(),
  /** Failed runs since the last success. */
  failures: z.number(),
  error: z.string().nullable(),
});
export type JobState = z.infer<typeof jobSchema>;

export const healthReplySchema = z.object({
  /** The server's time. */
  now: z.string(),
  checkedAt: z.string(),
  findings: z.array(findingSchema),
  jobs: z.array(jobSchema),
});
export type HealthReply = z.infer<typeof healthReplySchema>;

/** A mail that hasn't left: one that waits, or one that was given up. */
const unsentMailSchema = z.object({
  _id: idSchema,
  id: idSchema,
  /** `feature.event` */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  status: z.enum(['pending', 'failed']),
  attempts: z.number(),
  /** When it is tried next; null for one that was given up. */
  nextAt: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
});
export type UnsentMail = z.infer<typeof unsentMailSchema>;

/** The first of each kind with the number of all. */
const mailListSchema = z.object({ total: z.number(), items: z.array(unsentMailSchema) });

export const unsentMailsReplySchema = z.object({ waiting: mailListSchema, failed: mailListSchema });
