import { NOTIFICATIONS } from '@atelier/domain/project-parts.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe.routes.ts';
import { sealUnsubscription, type Unsubscription } from './unsubscribe-token.ts';

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
