import { AuthClient } from '@supabase/auth-js';
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
export const authClient = new AuthClient({
  url: provider.url,
  headers: provider.headers,
  storageKey: sessionKey(provider),
  flowType: 'pkce',
  detectSessionInUrl: false,
  experimental: { appendPkceFlowIdToRedirects: true, recoveryCodes: true },
});
