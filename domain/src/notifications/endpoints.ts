import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { NOTIFICATION_KINDS } from '../project-parts.ts';

/** A kind of mail that the account can turn off. */
const settingSchema = z.object({ kind: z.enum(NOTIFICATION_KINDS), isOn: z.boolean() });

const notificationSettingsSchema = z.object({ settings: z.array(settingSchema) });
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

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
    needsRecentSignIn: false,
    summary: 'Turns one kind of email on or off for the signed-in account.',
    body: settingSchema,
    reply: notificationSettingsSchema,
    limit: { max: 60, seconds: 60, per: 'account' },
  }),
};
