import { NOTIFICATION_KINDS, NOTIFICATIONS, type NotificationKind } from '@atelier/domain/project-parts.ts';
import { z } from 'zod';
import { isMailAddress } from '../../platform/mail/transport.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';

/** What a link at the end of a mail stands for: one kind of mail to one address. */
export interface Unsubscription {
  address: string;
  kind: NotificationKind;
}

/** Where mails say that one can get no more of them; the token is its `token` parameter. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

const PURPOSE = 'notifications.unsubscribe';
const MAX_LENGTH = 1_000;
const content = z.tuple([z.string().refine(isMailAddress), z.enum(NOTIFICATION_KINDS)]);

/**
 * The token of such a link: sealed, so that it can be neither made up nor read, and good for as long as the
 * installation keeps its secret, because mails are kept for years.
 */
export function sealUnsubscription(secret: ServerSecret, { address, kind }: Unsubscription): string {
  return secret.seal(PURPOSE, '', Buffer.from(JSON.stringify([address, kind])));
}

/** What a token stands for; undefined for one that this installation never made. */
export function openUnsubscription(secret: ServerSecret, token: string): Unsubscription | undefined {
  if (token.length === 0 || token.length > MAX_LENGTH) return undefined;
  try {
    const [address, kind] = content.parse(JSON.parse(secret.open(PURPOSE, '', token).toString('utf8')));
    return { address, kind };
  } catch {
    return undefined;
  }
}

/** How a mail of a kind says, at its end and to mail programs, that one can get no more of them. */
export function unsubscribeOffer(
  { publicUrl, secret }: { publicUrl: string; secret: ServerSecret },
  unsubscription: Unsubscription,
): { label: string; url: string } {
  return {
    label: `Stop emails about ${NOTIFICATIONS[unsubscription.kind].about}`,
    url: `${publicUrl}${UNSUBSCRIBE_PATH}?token=${sealUnsubscription(secret, unsubscription)}`,
  };
}
