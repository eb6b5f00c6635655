import { api } from '@atelier/domain/api.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { listMutedKinds } from './muted-mails.repository.ts';
import { listNotificationSettings, setNotification } from './notification-preferences.ts';
import { PortalNotifications, type PortalNotificationsDeps } from './portal-notifications.ts';
import { addUnsubscribeRoutes } from './unsubscribe.routes.ts';

export const notificationTables = {
  muted_mails: { exportedAs: 'mailsTurnedOff' },
  pending_notifications: { notExported: 'Each row becomes a mail within minutes.' },
} as const satisfies FeatureTables;

/** Mails about events, and which of them users want. */
export function createNotifications(ports: PortalNotificationsDeps) {
  const portalNotifications = new PortalNotifications(ports);
  const { db } = ports;
  const feature: Feature = {
    addRoutes(app) {
      bindEndpoint(app, api.getMyNotifications, async ({ actor }) => listNotificationSettings(db, actor));
      bindEndpoint(app, api.setMyNotification, async ({ actor, body }) => {
        await setNotification(ports, actor.email, body);
        return listNotificationSettings(db, actor);
      });
      addUnsubscribeRoutes(app, ports);
    },
    addJobs: (jobs) => portalNotifications.addJobs(jobs),
    personalData: [
      { name: 'mailsTurnedOff', read: ({ confirmedEmail: email = '' }) => listMutedKinds(db, email) },
    ],
  };
  return { portalNotifications, feature };
}
