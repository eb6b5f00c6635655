import { PAGES } from '@atelier/domain/pages.ts';
import { mailedLink } from '../../platform/link-secret.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';

/** The secret of a call's link, which only this installation can make again: reminders have it, too. */
export function tokenOfCall(secret: ServerSecret, bookingId: string): string {
  return secret.hmac('bookings.link', bookingId).toString('base64url');
}

/** The address that the link in a visitor's mails leads to. */
export const linkOfCall = (publicUrl: string, token: string) => mailedLink(publicUrl, PAGES.call, token);
