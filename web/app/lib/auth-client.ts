import { AuthClient, type GoTrueClient } from '@supabase/auth-js';
import { authProvider, sessionKey } from './auth-provider.ts';

/*
 * The one client of the authentication provider. It is heavy, so nothing imports this file but the session, and only once
 * it is needed.
 */
const provider = authProvider();

/**
 * - `detectSessionInUrl` off: the pages that a mail leads to exchange their code themselves, once
 * - the flow's id travels in its link, so that a later attempt cannot spoil an earlier link
 * - recovery codes stand in for a lost authenticator app
 */
const settings = {
  url: provider.url,
  headers: provider.headers,
  flowType: 'pkce' as const,
  detectSessionInUrl: false,
  experimental: { appendPkceFlowIdToRedirects: true, recoveryCodes: true },
};

export const authClient = new AuthClient({ ...settings, storageKey: sessionKey(provider) });

let beside: GoTrueClient | undefined;

/**
 * A client beside the one of this browser, with a session of its own that is forgotten with the page: for proving once
 * more who somebody is, while what they have open stays as it is.
 */
export function clientBeside(): GoTrueClient {
  beside ??= new AuthClient({
    ...settings,
    storageKey: `${sessionKey(provider)}-beside`,
    persistSession: false,
    autoRefreshToken: false,
  });
  return beside;
}
