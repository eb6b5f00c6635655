import { api } from '@atelier/domain/api.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { listMutedKinds } from './muted-mails.repository.ts';
import { NotificationPreferences } from './notification-preferences.ts';
import { PortalNotifications, type PortalNotificationsDeps } from './portal-notifications.ts';
import { addUnsubscribeRoutes } from './unsubscribe.routes.ts';

export const notificationTables = {
  muted_mails: { exportedAs: 'mailsTurnedOff' },
  pending_notifications: { notExported: 'Each row becomes a mail within minutes.' },
} as const satisfies FeatureTables;

/** Mails about events, and which of them users want. */
export function createNotifications(ports: PortalNotificationsDeps) {
  const portalNotifications = new PortalNotifications(ports);
  const preferences = new NotificationPreferences(ports);
  const { db, look, publicUrl, secret } = ports;
  const feature: Feature = {
    addRoutes(app) {
      bindEndpoint(app, api.getMyNotifications, async ({ actor }) => preferences.list(actor));
      bindEndpoint(app, api.setMyNotification, async ({ actor, body }) => {
        await preferences.set(actor.email, body.kind, body.isOn);
        return preferences.list(actor);
      });
      addUnsubscribeRoutes(app, { preferences, secret, look, publicUrl });
    },
    addJobs: (jobs) => portalNotifications.addJobs(jobs),
    personalData: [
      { name: 'mailsTurnedOff', read: ({ confirmedEmail: email = '' }) => listMutedKinds(db, email) },
    ],
  };
  return { portalNotifications, feature };
}
