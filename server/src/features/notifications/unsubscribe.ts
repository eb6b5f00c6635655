import { isEmailAddress } from '@atelier/domain/email-address.ts';
import { NOTIFICATION_KINDS, NOTIFICATIONS, type NotificationKind } from '@atelier/domain/project-parts.ts';
import { z } from 'zod';
import type { ServerSecret } from '../../platform/server-secret.ts';

/** The contents of an unsubscribe token: one kind of mail to one address. */
export interface Unsubscription {
  address: string;
  kind: NotificationKind;
}

/** The address of unsubscribing; the token is its `token` parameter. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

const PURPOSE = 'notifications.unsubscribe';
const MAX_LENGTH = 1_000;
const content = z.tuple([z.string().refine(isEmailAddress), z.enum(NOTIFICATION_KINDS)]);

/**
 * Creates such a token: sealed, so that it can be neither forged nor read, and valid as long as the
 * installation keeps its secret, because mails are kept for years.
 */
export function sealUnsubscription(secret: ServerSecret, { address, kind }: Unsubscription): string {
  return secret.seal(PURPOSE, '', Buffer.from(JSON.stringify([address, kind])));
}

/** A token's contents; undefined for one this installation didn't create. */
export function openUnsubscription(secret: ServerSecret, token: string): Unsubscription | undefined {
  if (token.length === 0 || token.length > MAX_LENGTH) return undefined;
  try {
    const [address, kind] = content.parse(JSON.parse(secret.open(PURPOSE, '', token).toString('utf8')));
    return { address, kind };
  } catch {
    return undefined;
  }
}

/** The unsubscribe note at a mail's end, and its headers for mail programs. */
export function unsubscribeOffer(
  { publicUrl, secret }: { publicUrl: string; secret: ServerSecret },
  unsubscription: Unsubscription,
): { label: string; url: string } {
  return {
    label: `Stop emails about ${NOTIFICATIONS[unsubscription.kind].about}`,
    url: `${publicUrl}${UNSUBSCRIBE_PATH}?token=${sealUnsubscription(secret, unsubscription)}`,
  };
}
