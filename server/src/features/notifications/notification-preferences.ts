import type { NotificationSettings } from '@atelier/domain/notifications/endpoints.ts';
import { NOTIFICATION_KINDS, NOTIFICATIONS, type NotificationKind } from '@atelier/domain/project-parts.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { listMutedKinds, muteMail, unmuteMail } from './muted-mails.repository.ts';

/** The kinds of mail that a user can get, and which of them are turned off. Every kind is on until then. */
export async function listNotificationSettings(
  db: Db,
  { email, isAdmin }: { email: string; isAdmin: boolean },
): Promise<NotificationSettings> {
  const muted = new Set(await listMutedKinds(db, email));
  const side = isAdmin ? 'studio' : 'client';
  const kinds = NOTIFICATION_KINDS.filter((kind) => NOTIFICATIONS[kind][side] || muted.has(kind));
  return { settings: kinds.map((kind) => ({ kind, isOn: !muted.has(kind) })) };
}

/** Turns a kind of mail to an address on or off. */
export async function setNotification(
  db: Db,
  clock: Clock,
  email: string,
  { kind, isOn }: { kind: NotificationKind; isOn: boolean },
): Promise<void> {
  if (isOn) await unmuteMail(db, email, kind);
  else await muteMail(db, email, kind, isoNow(clock));
}
