import { z } from 'zod';
import { isoIn, isoNow, latestMeant } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { parseStoredJson } from '../../../platform/db/stored-json.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { hashSecret, newSecret } from '../../../platform/link-secret.ts';
import { recordAudit } from '../audit.repository.ts';
import { linkExpired, userBanned } from '../protocol/errors.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { findSession } from '../sessions/sessions.repository.ts';
import { type GrantedSession, openSession, type SignInMethod } from '../sessions/sessions.service.ts';
import { confirmSignUp } from '../sign-up/sign-up.flow.ts';
import { encodeRefreshToken } from '../tokens/refresh-token.ts';
import { findUser, isBanned, lockUser, updateUser } from '../users/users.repository.ts';
import { confirmEmailChange } from './email-change.ts';
import {
  consumeToken,
  deleteTokens,
  findLinkPress,
  findLiveToken,
  insertCode,
  insertLinkPress,
  SIGN_UP_KINDS,
} from './links.repository.ts';
import { type ConfirmationProof, type LinkKind, secretOfToken, type UsedLink } from './links.service.ts';

/**
 * Uses a recovery link. Reading the mails of an address proves owning it, so an address that was never
 * confirmed is so now; but no password of an unconfirmed attempt is installed, because its author is unknown.
 * A pending change of address stays.
 */
async function consumeRecovery(trx: Trx, provider: Provider, { user, client }: UsedLink): Promise<UserRow> {
  const now = isoNow(provider.clock);
  await deleteTokens(trx, user.id, ['recovery']);
  await recordAudit(trx, provider.clock, { action: 'recovery_used', userId: user.id, client });
  if (user.email_confirmed_at !== null) return user;
  await deleteTokens(trx, user.id, SIGN_UP_KINDS);
  await recordAudit(trx, provider.clock, { action: 'sign_up_confirmed', userId: user.id, client });
  return updateUser(trx, user.id, { email_confirmed_at: now, updated_at: now });
}

/**
 * Uses an invitation: the address is confirmed. Sign-ups that others tried with the address meanwhile are
 * void with their passwords; the invited user chooses one when signed in.
 */
async function consumeInvitation(trx: Trx, provider: Provider, { user, client }: UsedLink): Promise<UserRow> {
  const now = isoNow(provider.clock);
  await deleteTokens(trx, user.id, ['invite', ...SIGN_UP_KINDS]);
  await recordAudit(trx, provider.clock, { action: 'sign_up_confirmed', userId: user.id, client });
  return updateUser(trx, user.id, { email_confirmed_at: user.email_confirmed_at ?? now, updated_at: now });
}

/** What a link does to its account: the user afterwards, or undefined when a second link has to follow. */
type LinkEffect = (trx: Trx, provider: Provider, link: UsedLink) => Promise<UserRow | undefined>;

const EFFECTS: Record<LinkKind, { apply: LinkEffect; method: SignInMethod }> = {
  signup: { apply: confirmSignUp, method: 'email/signup' },
  signup_by_service: { apply: confirmSignUp, method: 'email/signup' },
  invite: { apply: consumeInvitation, method: 'invite' },
  recovery: { apply: consumeRecovery, method: 'recovery' },
  email_change_current: { apply: confirmEmailChange, method: 'email_change' },
  email_change_new: { apply: confirmEmailChange, method: 'email_change' },
};

/** What the use of a link leads to. */
export type LinkResult =
  | { outcome: 'code'; code: string }
  | { outcome: 'session'; granted: GrantedSession }
  /** One of the two links of a change of address: the other one is still to come. */
  | { outcome: 'half' };

export interface LinkConsumption {
  /** The token of the link, with or without its prefix. */
  token: string;
  kinds: readonly LinkKind[];
  /** `session` for clients that verify by a call of their own, whatever the link's flow. */
  result: 'as-begun' | 'session';
  client: ClientFacts;
  proof: ConfirmationProof;
}

/**
 * Uses a link, once. What it confirms counts from here on, whether or not its code is ever exchanged. A link
 * that was requested with a code challenge ends in a code, however its address was edited.
 * @throws otp_expired, user_banned; PasswordWanted on the provider's page
 */
export async function consumeLink(
  trx: Trx,
  provider: Provider,
  request: LinkConsumption,
): Promise<LinkResult> {
  const now = isoNow(provider.clock);
  const tokenHash = hashSecret(secretOfToken(request.token));
  const token = await findLiveToken(trx, tokenHash, request.kinds, now);
  if (!token) throw linkExpired();
  return consumeFoundLink(trx, provider, token, request);
}

/**
 * Uses a link by its row, which was found by what is known of it alone.
 * @throws otp_expired, user_banned
 */
export async function consumeFoundLink(
  trx: Trx,
  provider: Provider,
  token: UsedLink['token'],
  request: Pick<LinkConsumption, 'result' | 'client' | 'proof'>,
): Promise<LinkResult> {
  const { client, proof } = request;
  const now = isoNow(provider.clock);
  const user = await lockUser(trx, token.user_id);
  if (!user || !(await consumeToken(trx, token.id))) throw linkExpired();
  if (isBanned(user, now)) throw userBanned(403);

  const { apply, method } = EFFECTS[token.kind];
  const changed = await apply(trx, provider, { token, user, client, proof });
  if (!changed) return { outcome: 'half' };
  if (request.result === 'as-begun' && token.challenge !== null && token.challenge_method !== null) {
    const code = newSecret();
    await insertCode(trx, {
      code_hash: hashSecret(code),
      user_id: changed.id,
      method,
      challenge: token.challenge,
      challenge_method: token.challenge_method,
      issued_at: now,
      failed_tries: 0,
    });
    return { outcome: 'code', code };
  }
  return { outcome: 'session', granted: await openSession(trx, provider, changed, 'otp', client) };
}

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

/** The result of the first press of the same view; undefined if there is none. */
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
