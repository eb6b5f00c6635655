import type { Feature, FeatureTables } from '../../core/feature.ts';
import { listMutedKinds } from './muted-mails.repository.ts';
import { NotificationPreferences } from './notification-preferences.ts';
import { addNotificationRoutes } from './notifications.routes.ts';
import { type NotificationsDeps, NotificationsService } from './notifications.service.ts';
import { PortalNotifications, type PortalNotificationsDeps } from './portal-notifications.ts';
import { addUnsubscribeRoutes } from './unsubscribe.routes.ts';

export const notificationTables = {
  muted_mails: { exportedAs: 'mailsTurnedOff' },
  pending_notifications: { notExported: 'Each row becomes a mail within minutes.' },
} as const satisfies FeatureTables;

export interface NotificationPorts extends NotificationsDeps, PortalNotificationsDeps {}

/** Mails about what happens, and which of them people want. */
export function createNotifications(ports: NotificationPorts) {
  const notifications = new NotificationsService(ports);
  const portalNotifications = new PortalNotifications(ports);
  const preferences = new NotificationPreferences(ports);
  const { db, look, publicUrl, secret } = ports;
  const feature: Feature = {
    addRoutes(app) {
      addNotificationRoutes(app, preferences);
      addUnsubscribeRoutes(app, { preferences, secret, look, publicUrl });
    },
    addJobs: (jobs) => portalNotifications.addJobs(jobs),
    personalData: [
      { name: 'mailsTurnedOff', read: ({ confirmedEmail: email = '' }) => listMutedKinds(db, email) },
    ],
  };
  return { notifications, portalNotifications, feature };
}
