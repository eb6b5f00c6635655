import type { NotificationSettings } from '@atelier/domain/notifications/endpoints.ts';
import { NOTIFICATION_KINDS, NOTIFICATIONS, type NotificationKind } from '@atelier/domain/project-parts.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { listMutedKinds, muteMail, unmuteMail } from './muted-mails.repository.ts';

/** The owner of the settings. */
export interface Recipient {
  email: string;
  isAdmin: boolean;
}

/** The mails that users get. Every kind is on until they turn it off. */
export class NotificationPreferences {
  readonly #deps: Pick<Platform, 'db' | 'clock'>;

  constructor(deps: Pick<Platform, 'db' | 'clock'>) {
    this.#deps = deps;
  }

  /** The kinds this user can get, and which of them are turned off. */
  async list({ email, isAdmin }: Recipient): Promise<NotificationSettings> {
    const muted = new Set(await listMutedKinds(this.#deps.db, email));
    const side = isAdmin ? 'studio' : 'client';
    const kinds = NOTIFICATION_KINDS.filter((kind) => NOTIFICATIONS[kind][side] || muted.has(kind));
    return { settings: kinds.map((kind) => ({ kind, isOn: !muted.has(kind) })) };
  }

  async set(email: string, kind: NotificationKind, isOn: boolean): Promise<void> {
    const { db, clock } = this.#deps;
    if (isOn) await unmuteMail(db, email, kind);
    else await muteMail(db, email, kind, isoNow(clock));
  }
}
