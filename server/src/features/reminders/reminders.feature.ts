import { api } from '@atelier/domain/api.ts';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { type RemindersDeps, RemindersService } from './reminders.service.ts';

export const reminderTables = {
  reminders: { notExported: 'Which reminders went out; the emails are in the account’s copy themselves.' },
  reminder_pauses: { notExported: 'The studio’s own decision.' },
} as const satisfies FeatureTables;

/** Reminders: of what is due, by email, until it is done. */
export function createReminders(ports: RemindersDeps) {
  const reminders = new RemindersService(ports);
  const feature: Feature = {
    addRoutes(app) {
      bindAdminEndpoint(app, api.listUpcomingReminders, async () => ({
        items: await reminders.listUpcoming(),
      }));
      bindAdminEndpoint(app, api.pauseReminders, async ({ params, body }) => {
        await reminders.setPaused(params.id, body.paused);
        return { paused: body.paused };
      });
    },
    addJobs(jobs) {
      jobs.add({ name: 'reminders.send', everySeconds: 900, run: () => reminders.sendDue() });
    },
  };
  return { service: reminders, feature };
}
