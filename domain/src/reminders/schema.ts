import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { REMINDER_KINDS } from './rules.ts';

/** A day such as 2030-01-31. */
const daySchema = z.iso.date();

/** A reminder that will go out, unless what it reminds of is done before. */
export const upcomingReminderSchema = z.object({
  kind: z.enum(REMINDER_KINDS),
  /** What its steps are counted for: an invoice, a sent version of a contract, a milestone's review, a message, a draft. */
  subjectId: idSchema,
  /** "Invoice 2026-0007". */
  title: z.string(),
  /** Integer cents; null where it isn't about money. */
  amount: z.number().int().nullable(),
  projectId: idSchema,
  projectTitle: z.string(),
  /** The project's main contact. */
  clientId: idSchema,
  client: z.string(),
  /** Days after the date that it counts from; negative before it. */
  days: z.number().int(),
  /** The client's day. */
  goesOutOn: daySchema,
  /** The moment from which it goes out on that day, at the client's place. */
  goesOutAt: z.string(),
  /** True if the studio paused the client's reminders or the project's: then it doesn't go out. */
  isPaused: z.boolean(),
  isClientPaused: z.boolean(),
  isProjectPaused: z.boolean(),
});
export type UpcomingReminder = z.infer<typeof upcomingReminderSchema>;

/** GET /admin/users/:id/reminders. */
export const previewRemindersSchema = z.object({ day: daySchema });

/** A reminder's mail as it would go out: what it says, without how it looks. */
export const reminderMailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string() });
export type ReminderMail = z.infer<typeof reminderMailSchema>;

/** PATCH /admin/users/:id/reminders and /admin/portal/:id/reminders. */
export const pauseRemindersSchema = z.object({ paused: z.boolean() });
