import { isoNow } from '../../../platform/clock.ts';
import type { Db, Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { ClientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.repository.ts';
import type { PasswordWeakness } from '../passwords/password-policy.ts';
import { type PresentedUser, presentUser, type UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { listFactors } from '../second-factor/factors.repository.ts';
import { ACCESS_TOKEN_SECONDS, type AuthenticationMethod } from '../tokens/access-token.ts';
import { encodeRefreshToken, newRefreshKey } from '../tokens/refresh-token.ts';
import { newAuthId, updateUser } from '../users/users.repository.ts';
import {
  deleteSessions,
  insertSession,
  listSessions,
  type OwnSession,
  parseMethods,
  type SessionRow,
} from './sessions.repository.ts';

/** How a session was begun; clients see it in their token. */
export type SignInMethod = 'password' | 'otp' | 'email/signup' | 'invite' | 'recovery' | 'email_change';

/** A session as a transaction leaves it: everything a reply needs but the signature, which comes after the commit. */
export interface GrantedSession {
  user: UserRow;
  session: SessionRow;
  refreshToken: string;
}

/** The session of the protocol. */
export interface PresentedSession {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: PresentedUser;
  weak_password?: PasswordWeakness;
}

/** Begins a session of a user whose row the transaction has locked. */
export async function openSession(
  trx: Trx,
  provider: Provider,
  locked: UserRow,
  method: SignInMethod,
  client: ClientFacts,
): Promise<GrantedSession> {
  const now = isoNow(provider.clock);
  const user = await updateUser(trx, locked.id, { last_sign_in_at: now, updated_at: now });
  const id = newAuthId();
  const key = newRefreshKey();
  const amr: AuthenticationMethod[] = [{ method, timestamp: Math.floor(Date.parse(now) / 1000) }];
  const session: SessionRow = {
    id,
    user_id: user.id,
    created_at: now,
    refreshed_at: null,
    aal: 'aal1',
    amr: JSON.stringify(amr),
    refresh_key: provider.secret.seal('auth.refresh-key', id, key),
    refresh_counter: 0,
    user_agent: client.userAgent ?? null,
    address: client.address,
    factor_id: null,
  };
  await insertSession(trx, session);
  await recordAudit(trx, provider.clock, {
    action: 'signed_in',
    userId: user.id,
    client,
    detail: { session: id, method },
  });
  return { user, session, refreshToken: encodeRefreshToken(id, 0, key) };
}

/** The reply for a session, with an access token signed now. Called after the commit: signing takes its time. */
export async function presentSession(
  provider: Pick<Provider, 'tokens' | 'db'>,
  { user, session, refreshToken }: GrantedSession,
): Promise<PresentedSession> {
  const presented = presentUser(user, await listFactors(provider.db, user.id));
  const { token, expiresAt } = await provider.tokens.sign({
    userId: user.id,
    sessionId: session.id,
    email: user.email,
    appMetadata: presented.app_metadata,
    userMetadata: presented.user_metadata,
    aal: session.aal,
    amr: parseMethods(session),
  });
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: presented,
  };
}

/** Sessions shown at most, the latest used first. */
const MAX_LISTED = 100;

/** The sessions of a user, the latest used first. */
export async function listOwnSessions(db: Db, userId: string): Promise<OwnSession[]> {
  return listSessions(db, userId, MAX_LISTED);
}

/** Ends one session of a user: its tokens are refused from the next call on. Says whether there was one. */
export async function endOwnSession(
  { db, clock }: Pick<Provider, 'db' | 'clock'>,
  userId: string,
  sessionId: string,
  client: ClientFacts,
): Promise<boolean> {
  return transaction(db, async (trx) => {
    const ended = await deleteSessions(trx, userId, 'local', sessionId);
    if (ended === 0) return false;
    await recordAudit(trx, clock, {
      action: 'signed_out',
      userId,
      client,
      detail: { session: sessionId, scope: 'one' },
    });
    return true;
  });
}
