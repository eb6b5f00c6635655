import type { FastifyRequest } from 'fastify';
import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { type ClientFacts, clientFacts } from '../../../platform/http/client.ts';
import { recordAudit } from '../audit.ts';
import type { AuthError } from '../protocol/auth-error.ts';
import {
  refreshTokenForeign,
  refreshTokenMalformed,
  refreshTokenNotFound,
  refreshTokenUsed,
  refreshUserBanned,
} from '../protocol/error-catalogue.ts';
import type { RequestBody } from '../protocol/request-body.ts';
import { type Provider, REFRESH_REUSE_SECONDS } from '../provider.ts';
import {
  deleteSessions,
  lockSession,
  type SessionRow,
  updateSession,
} from '../sessions/sessions.repository.ts';
import type { GrantedSession } from '../sessions/sessions.service.ts';
import { findUser, isBanned } from '../users/users.repository.ts';
import { encodeRefreshToken, isSignedWith, parseRefreshToken, type RefreshToken } from './refresh-token.ts';

/**
 * A new access token for a refresh token, which is replaced each time. Clients do not coordinate: tabs may
 * show the same token at once, and answers get lost. So the token before the current one, and any older one
 * shortly after a refresh, get the current one again; an older one later has been stolen or was, and ends
 * the session for everybody.
 */
export async function grantByRefreshToken(
  provider: Provider,
  body: RequestBody,
  request: FastifyRequest,
): Promise<GrantedSession> {
  const token = parseRefreshToken(body.text('refresh_token'));
  if (!token) throw refreshTokenMalformed();
  // A refusal is a result and not thrown in there: the end of a session has to be committed.
  const result = await transaction(provider.db, (trx) => refresh(trx, provider, token, clientFacts(request)));
  if ('refusal' in result) throw result.refusal;
  return result;
}

async function refresh(
  trx: Trx,
  provider: Provider,
  token: RefreshToken,
  client: ClientFacts,
): Promise<GrantedSession | { refusal: AuthError }> {
  const now = isoNow(provider.clock);
  const session = await lockSession(trx, token.sessionId);
  const key = session && provider.secret.open('auth.refresh-key', session.id, session.refresh_key);
  const user = session && (await findUser(trx, session.user_id));
  if (!session || !user || !key || !isSignedWith(token, key)) return { refusal: refreshTokenNotFound() };
  if (isBanned(user, now)) return { refusal: refreshUserBanned() };

  const behind = session.refresh_counter - token.counter;
  if (behind < 0) return { refusal: refreshTokenForeign() };
  if (behind > 1 && !isWithinReuse(session, now)) {
    await deleteSessions(trx, user.id, 'local', session.id);
    await recordAudit(trx, provider.clock, {
      action: 'session_revoked_for_token_reuse',
      userId: user.id,
      client,
      detail: { session: session.id, behind },
    });
    return { refusal: refreshTokenUsed() };
  }
  const counter = behind === 0 ? session.refresh_counter + 1 : session.refresh_counter;
  const refreshed = {
    refresh_counter: counter,
    // Only a real step begins the time of tolerance anew: old tokens cannot keep it open.
    refreshed_at: behind === 0 ? now : session.refreshed_at,
    user_agent: client.userAgent ?? null,
    address: client.address,
  };
  await updateSession(trx, session.id, refreshed);
  return {
    user,
    session: { ...session, ...refreshed },
    refreshToken: encodeRefreshToken(session.id, counter, key),
  };
}

/** Whether the last step of the session was so short a time ago that an older token means tabs, not theft. */
function isWithinReuse(session: SessionRow, now: string): boolean {
  if (session.refreshed_at === null) return false;
  return Math.abs(Date.parse(now) - Date.parse(session.refreshed_at)) < REFRESH_REUSE_SECONDS * 1000;
}
