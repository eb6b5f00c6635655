import type { Session } from '@supabase/auth-js';
import { readText } from '../storage/local-store.ts';
import { authProvider, claimsOfToken, sessionKey } from './auth-provider.ts';
import type { Session as PageSession } from './session.ts';

/** The authentication client renews a token this long before its end, in ms: until then it is used as stored. */
const RENEWAL_MS = 90_000;

/**
 * The session that this browser keeps, while its token needs no renewal: it can be used before the
 * authentication client has arrived. Undefined for one that only the client can judge.
 */
export function readFreshSession(): Session | undefined {
  try {
    const session: Partial<Session> | null = JSON.parse(readText(sessionKey(authProvider())) ?? 'null');
    const isWhole =
      typeof session?.access_token === 'string' &&
      typeof session.refresh_token === 'string' &&
      typeof session.user?.id === 'string';
    const isFresh = (session?.expires_at ?? 0) * 1_000 - Date.now() > RENEWAL_MS;
    return isWhole && isFresh ? (session as Session) : undefined;
  } catch {
    return undefined;
  }
}

/** The same while it is the session of the user whom the page shows: another one is for the client to adopt. */
export function findStoredSession(now: PageSession): Session | undefined {
  const found = readFreshSession();
  const isOther = now.status === 'signed-in' && now.user.id !== found?.user.id;
  return isOther || now.status === 'signed-out' ? undefined : found;
}

/**
 * Whether the user has given their password and still has to show their second factor. The rule of the client's
 * `getAuthenticatorAssuranceLevel` (its level is aal1, the next one aal2), without loading it.
 */
export function isCodeDue(accessToken: string, { factors = [] }: Pick<Session['user'], 'factors'>): boolean {
  return claimsOfToken(accessToken).aal === 'aal1' && factors.some(({ status }) => status === 'verified');
}
