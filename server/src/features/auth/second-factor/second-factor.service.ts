import { isoNow } from '../../../platform/clock.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { sessionNotFound } from '../protocol/error-catalogue.ts';
import type { UserRow } from '../protocol/user.presenter.ts';
import type { Provider } from '../provider.ts';
import { lockSession, parseMethods, updateSession } from '../sessions/sessions.repository.ts';
import type { GrantedSession } from '../sessions/sessions.service.ts';
import { encodeRefreshToken } from '../tokens/refresh-token.ts';
import {
  deleteFactors,
  deleteLowerSessions,
  type FactorRow,
  findSessionsRaisedBy,
  listFactors,
} from './factors.repository.ts';

/** Ways by which a session is raised to aal2, as tokens name them. */
const SECOND_FACTOR_METHODS = { totp: 'totp', recovery_code: 'mfa/recovery_code' } as const;

/**
 * Raises a session for which a factor was shown: it keeps its id and gets new tokens. Sessions of the account
 * that have shown none end, and factors that were begun and never finished go: they may be somebody else's
 * who has the password.
 * @param raise.user whose row the transaction has locked
 * @throws session_not_found
 */
export async function raiseSession(
  trx: Trx,
  provider: Provider,
  raise: { user: UserRow; sessionId: string; factor: FactorRow },
): Promise<GrantedSession> {
  const { user, sessionId, factor } = raise;
  const session = await lockSession(trx, sessionId);
  if (!session) throw sessionNotFound();
  const now = isoNow(provider.clock);
  const method = SECOND_FACTOR_METHODS[factor.factor_type];
  const others = parseMethods(session).filter((way) => way.method !== method);
  const amr = [{ method, timestamp: Math.floor(Date.parse(now) / 1000) }, ...others];
  const raised = {
    aal: 'aal2' as const,
    amr: JSON.stringify(amr),
    factor_id: factor.id,
    refresh_counter: session.refresh_counter + 1,
    refreshed_at: now,
  };
  await updateSession(trx, sessionId, raised);
  await deleteLowerSessions(trx, user.id, sessionId);
  const unfinished = (await listFactors(trx, user.id)).filter(({ status }) => status === 'unverified');
  await deleteFactors(
    trx,
    unfinished.map(({ id }) => id),
  );
  const key = provider.secret.open('auth.refresh-key', session.id, session.refresh_key);
  return {
    user,
    session: { ...session, ...raised },
    refreshToken: encodeRefreshToken(session.id, raised.refresh_counter, key),
  };
}

/**
 * Takes factors away from a user, and the level that they gave from every session. Recovery codes go with
 * the last app: alone they would be a password on paper.
 * @returns whether the account has a second factor afterwards
 */
export async function removeFactors(trx: Trx, userId: string, ids: readonly string[]): Promise<boolean> {
  const remaining = (await listFactors(trx, userId)).filter(({ id }) => !ids.includes(id));
  const hasApp = remaining.some(({ factor_type: type, status }) => type === 'totp' && status === 'verified');
  const orphans = hasApp ? [] : remaining.filter(({ factor_type: type }) => type === 'recovery_code');
  const gone = [...ids, ...orphans.map(({ id }) => id)];
  for (const session of await findSessionsRaisedBy(trx, userId, gone)) {
    const second: readonly string[] = Object.values(SECOND_FACTOR_METHODS);
    const amr = parseMethods(session).filter(({ method }) => !second.includes(method));
    await updateSession(trx, session.id, { aal: 'aal1', amr: JSON.stringify(amr), factor_id: null });
  }
  await deleteFactors(trx, gone);
  return hasApp;
}
