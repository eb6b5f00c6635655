import { z } from 'zod';
import { NOTIFICATION_KINDS } from '../project-parts.ts';

const notificationSetting = z.object({ kind: z.enum(NOTIFICATION_KINDS), isOn: z.boolean() });

export const notificationSettingsSchema = z.object({ settings: z.array(notificationSetting) });
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

export const setNotificationSchema = notificationSetting;
