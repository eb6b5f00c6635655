import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { NotificationPreferences } from './notification-preferences.ts';

/** Which mails the signed-in person gets. */
export function addNotificationRoutes(app: FastifyInstance, preferences: NotificationPreferences): void {
  bindEndpoint(app, api.getMyNotifications, async ({ actor }) => preferences.list(actor));

  bindEndpoint(app, api.setMyNotification, async ({ actor, body }) => {
    await preferences.set(actor.email, body.kind, body.isOn);
    return preferences.list(actor);
  });
}
