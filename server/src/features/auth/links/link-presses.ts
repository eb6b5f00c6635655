import { z } from 'zod';
import { isoIn, isoNow, latestMeant } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { parseStoredJson } from '../../../platform/db/stored-json.ts';
import type { Provider } from '../provider.ts';
import { findSession } from '../sessions/sessions.repository.ts';
import { encodeRefreshToken } from '../tokens/refresh-token.ts';
import { findUser } from '../users/users.repository.ts';
import type { LinkResult } from './link-consumption.ts';
import { findLinkPress, insertLinkPress } from './links.repository.ts';
import { hashSecret, secretOfToken } from './links.service.ts';

/*
 * The button of a link's page has no script to stop a double click, and a browser follows only the
 * reply to the last press. So a press names its view of the page, and for a short time another
 * press of the same view leads where the first led. A link that is opened again, here or elsewhere,
 * is used up.
 */

/**
 * How long a press may be repeated, in seconds: a double click, or a second try on a slow
 * connection.
 */
export const PRESS_AGAIN_SECONDS = 60;
const SECRET = /^[\w-]{43}$/;

/**
 * A press of a page's button, named by the link's token and the secret of this view of the page.
 */
export interface Press {
  token: string;
  page: string;
}

/** The stored result, sealed; of a session only its id. */
const keptSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('half') }),
  z.object({ outcome: z.literal('code'), code: z.string() }),
  z.object({ outcome: z.literal('session'), sessionId: z.string(), userId: z.string() }),
]);
type Kept = z.infer<typeof keptSchema>;

/**
 * Stores the result of a press in the transaction that used the link: a second press that waited
 * for it finds it.
 */
export async function recordPress(
  trx: Trx,
  { clock, secret }: Pick<Provider, 'clock' | 'secret'>,
  press: Press,
  result: LinkResult,
): Promise<void> {
  const hash = hashPress(press);
  if (hash === undefined) return;
  const kept: Kept =
    result.outcome === 'session'
      ? {
          outcome: 'session',
          sessionId: result.granted.session.id,
          userId: result.granted.user.id,
        }
      : result;
  await insertLinkPress(trx, {
    press_hash: hash,
    sealed_result: secret.seal('auth.link-press', hash, Buffer.from(JSON.stringify(kept))),
    pressed_at: isoNow(clock),
  });
}

/** The result of the same press a moment ago; undefined if there is none. */
export async function findPressResult(provider: Provider, press: Press): Promise<LinkResult | undefined> {
  const { db, clock, secret } = provider;
  const hash = hashPress(press);
  if (hash === undefined) return undefined;
  const sealed = await findLinkPress(db, hash, {
    after: isoIn(clock, -PRESS_AGAIN_SECONDS),
    until: latestMeant(clock, 0),
  });
  if (sealed === undefined) return undefined;
  const kept = parseStoredJson(keptSchema, String(secret.open('auth.link-press', hash, sealed)), {
    column: 'auth_link_presses.sealed_result',
    id: hash,
  });
  return kept.outcome === 'session' ? findGranted(provider, kept) : kept;
}

/** The same session in its current state; undefined if it has ended. */
async function findGranted(
  { db, secret }: Provider,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<LinkResult | undefined> {
  const [user, session] = [await findUser(db, userId), await findSession(db, sessionId, userId)];
  if (!user || !session) return undefined;
  const key = secret.open('auth.refresh-key', session.id, session.refresh_key);
  const refreshToken = encodeRefreshToken(session.id, session.refresh_counter, key);
  return { outcome: 'session', granted: { user, session, refreshToken } };
}

/** The key of a press; undefined if it comes from no page of ours. */
function hashPress({ token, page }: Press): string | undefined {
  return SECRET.test(page) ? hashSecret(`${secretOfToken(token)}.${page}`) : undefined;
}
