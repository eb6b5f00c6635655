import { endpoint } from '../endpoint.ts';
import { notificationSettingsSchema, setNotificationSchema } from './schema.ts';

export const notificationEndpoints = {
  getMyNotifications: endpoint({
    method: 'GET',
    path: '/me/notifications',
    access: 'signed-in',
    summary: 'Which emails the signed-in account gets.',
    reply: notificationSettingsSchema,
  }),
  setMyNotification: endpoint({
    method: 'PATCH',
    path: '/me/notifications',
    access: 'signed-in',
    summary: 'Turns one kind of email on or off for the signed-in account.',
    body: setNotificationSchema,
    reply: notificationSettingsSchema,
    limit: { max: 60, seconds: 60, per: 'account' },
  }),
};
