import { api } from '@atelier/domain/api.ts';
import { lockOwnAccount } from '../../core/accounts/own-account.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { transaction } from '../../platform/db/transaction.ts';
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
        const { email } = await transaction(db, async (trx) => {
          // A choice must not outlive its account: the deletion waits for it, or it for the deletion.
          const account = await lockOwnAccount(trx, actor.accountId);
          await setNotification(trx, ports.clock, account.email, body);
          return account;
        });
        return listNotificationSettings(db, { ...actor, email });
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
