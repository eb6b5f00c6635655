import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { REMINDER_KINDS } from './rules.ts';

/** A reminder that will go out, unless what it reminds of is done before. */
export const upcomingReminderSchema = z.object({
  kind: z.enum(REMINDER_KINDS),
  /** What it reminds of: an invoice. */
  subjectId: idSchema,
  /** "Invoice 2026-0007". */
  title: z.string(),
  /** Integer cents. */
  amount: z.number().int(),
  projectId: idSchema,
  projectTitle: z.string(),
  clientId: idSchema,
  client: z.string(),
  /** Days after the date that it counts from; negative before it. */
  days: z.number().int(),
  /** A day such as 2030-01-31. */
  goesOutOn: z.string(),
  /** True if the studio paused this client's reminders: then it doesn't go out. */
  isPaused: z.boolean(),
});
export type UpcomingReminder = z.infer<typeof upcomingReminderSchema>;

/** PATCH /admin/users/{id}/reminders. */
export const pauseRemindersSchema = z.object({ paused: z.boolean() });
