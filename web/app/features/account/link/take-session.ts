import type { AuthError, GoTrueClient, Session } from '@supabase/auth-js';
import { type AuthLink, withoutSecrets } from './auth-link.ts';

/** What became of a link that brought a code or tokens. */
export type TakenSession =
  | { kind: 'session'; session: Session; isRecovery: boolean }
  /** The mail was asked for in another browser: what the link does is done, but no session can be made here. */
  | { kind: 'elsewhere' }
  | { kind: 'failed'; error: AuthError };

/**
 * Makes a session of what a link has brought, and takes that out of the address: nobody finds it in the history of this
 * browser, and a reload does not try it again.
 */
export async function takeSession(
  auth: GoTrueClient,
  link: Extract<AuthLink, { kind: 'code' | 'tokens' }>,
): Promise<TakenSession> {
  const taken = await exchange(auth, link);
  if (taken.kind === 'session') history.replaceState(history.state, '', withoutSecrets(location.href));
  return taken;
}

async function exchange(
  auth: GoTrueClient,
  link: Extract<AuthLink, { kind: 'code' | 'tokens' }>,
): Promise<TakenSession> {
  if (link.kind === 'tokens') {
    const { data, error } = await auth.setSession({
      access_token: link.accessToken,
      refresh_token: link.refreshToken,
    });
    if (error) return { kind: 'failed', error };
    if (data.session) {
      return { kind: 'session', session: data.session, isRecovery: link.type === 'recovery' };
    }
    return { kind: 'elsewhere' };
  }
  const flow = link.flowId ? { flowId: link.flowId } : undefined;
  const { data, error } = await auth.exchangeCodeForSession(link.code, flow);
  if (error) {
    return error.code === 'pkce_code_verifier_not_found' ? { kind: 'elsewhere' } : { kind: 'failed', error };
  }
  const isRecovery =
    ('redirectType' in data && data.redirectType === 'recovery') || isRecoverySession(data.session);
  return { kind: 'session', session: data.session, isRecovery };
}

/**
 * Whether a session was made by a link for a forgotten password: the token says how its holder proved who
 * they are, so that this survives a reload of the page.
 */
export function isRecoverySession(session: Session): boolean {
  const claims = session.access_token.split('.')[1];
  if (!claims) return false;
  try {
    // Only the ASCII of the method names matters here, so bytes need not be put together to characters.
    const { amr } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return Array.isArray(amr) && amr.some((entry) => ['recovery', 'otp'].includes(entry?.method));
  } catch {
    return false;
  }
}
