import { z } from 'zod';
import { CLICK_LIMIT, endpoint } from '../endpoint.ts';
import { idParams } from '../ids.ts';
import {
  pauseRemindersSchema,
  previewRemindersSchema,
  reminderMailSchema,
  upcomingReminderSchema,
} from './schema.ts';

/** What clients will be reminded of. */
export const reminderEndpoints = {
  listUpcomingReminders: endpoint({
    method: 'GET',
    path: '/admin/reminders',
    access: 'admin',
    summary: 'The reminders that go out in the next days, soonest first.',
    reply: z.object({ items: z.array(upcomingReminderSchema) }),
  }),
  pauseReminders: endpoint({
    method: 'PATCH',
    path: '/admin/users/:id/reminders',
    access: 'admin',
    needsRecentSignIn: false,
    summary:
      'Pauses a client’s reminders, or lets them go out again. What was due meanwhile isn’t sent later.',
    params: idParams,
    body: pauseRemindersSchema,
    reply: z.object({ paused: z.boolean() }),
    limit: CLICK_LIMIT,
    audit: { says: 'changed whether {subject} gets reminders', keeps: ['paused'] },
  }),
  previewReminders: endpoint({
    method: 'GET',
    path: '/admin/users/:id/reminders',
    access: 'admin',
    summary: 'The mails of reminders that would go out about a client’s projects on a day, to each person.',
    params: idParams,
    query: previewRemindersSchema,
    reply: z.object({ mails: z.array(reminderMailSchema) }),
  }),
  pauseProjectReminders: endpoint({
    method: 'PATCH',
    path: '/admin/portal/:id/reminders',
    access: 'admin',
    needsRecentSignIn: false,
    summary:
      'Pauses the reminders about a project, or lets them go out again, for every person on its client’s side.',
    projectMayBe: 'archived',
    params: idParams,
    body: pauseRemindersSchema,
    reply: z.object({ paused: z.boolean() }),
    limit: CLICK_LIMIT,
    audit: { says: 'changed whether reminders about {subject} go out', keeps: ['paused'] },
  }),
};
