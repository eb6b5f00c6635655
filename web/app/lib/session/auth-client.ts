import { AuthClient, type GoTrueClient } from '@supabase/auth-js';
import { keepText, readText } from '../storage/local-store.ts';
import { authProvider, sessionKey } from './auth-provider.ts';
import { providerFetch } from './provider-fetch.ts';

/*
 * The clients of the authentication provider. They are heavy, so this file is always imported
 * dynamically: by the session and by `features/accounts/link/exchange-session.ts`.
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
  fetch: providerFetch,
  flowType: 'pkce' as const,
  detectSessionInUrl: false,
  experimental: { appendPkceFlowIdToRedirects: true, recoveryCodes: true },
};

export const authClient = new AuthClient({ ...settings, storageKey: sessionKey(provider) });

/**
 * A client whose session lives in this page's memory: a mailed link's session goes here first, so
 * that it never replaces the browser's, and so does a sign-in that takes two steps. It reads the verifiers that the main client has stored for
 * its links, and removes those that it has used.
 */
export function newLinkClient(): GoTrueClient {
  const browserKey = sessionKey(provider);
  // Its own key: clients with the same key notify each other, across all tabs, of every session.
  const storageKey = `${browserKey}-link-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const memory = new Map<string, string>();
  const verifierKey = (key: string): typeof browserKey | undefined => {
    const name = key.slice(storageKey.length);
    return /^(-flow-[\w-]+)?-code-verifier$/.test(name) ? `${browserKey}${name}` : undefined;
  };
  return new AuthClient({
    ...settings,
    storageKey,
    autoRefreshToken: false,
    storage: {
      getItem: (key) => {
        const stored = verifierKey(key);
        return memory.get(key) ?? (stored && readText(stored)) ?? null;
      },
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => {
        memory.delete(key);
        // Signing out removes the newest unnamed one: a link that is still on its way may need it.
        const used = verifierKey(key);
        if (used?.includes('-flow-')) keepText(used, undefined);
      },
    },
  });
}
