import { api } from '@atelier/domain/api.ts';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { type RemindersDeps, RemindersService } from './reminders.service.ts';
import { listUpcoming, previewReminders } from './upcoming-reminders.ts';

export const reminderTables = {
  reminders: { notExported: 'Which reminders went out; the emails are in the account’s copy themselves.' },
  reminder_pauses: { notExported: 'The studio’s own decision.' },
  project_reminder_pauses: { notExported: 'The studio’s own decision.' },
} as const satisfies FeatureTables;

/** Reminders: of what waits for clients, by email, until it is done. */
export function createReminders(ports: RemindersDeps) {
  const reminders = new RemindersService(ports);
  const feature: Feature = {
    addRoutes(app) {
      bindAdminEndpoint(app, api.listUpcomingReminders, async () => ({ items: await listUpcoming(ports) }));
      bindAdminEndpoint(app, api.previewReminders, async ({ params, query }) => ({
        mails: await previewReminders(ports, params.id, query.day),
      }));
      bindAdminEndpoint(app, api.pauseReminders, async ({ params, body }) => {
        await reminders.setPaused(params.id, body.paused);
        return { paused: body.paused };
      });
      bindAdminEndpoint(app, api.pauseProjectReminders, async ({ params, body }) => {
        await reminders.setProjectPaused(params.id, body.paused);
        return { paused: body.paused };
      });
    },
    addJobs(jobs) {
      jobs.add({ name: 'reminders.send', everySeconds: 900, run: () => reminders.sendDue() });
    },
  };
  return { service: reminders, feature };
}
