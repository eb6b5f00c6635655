/** Where people sign in, and under which key of local storage the browser keeps its session. */
export interface AuthProvider {
  id: string;
  url: string;
  headers: Record<string, string>;
}

/**
 * The provider this page was served for. Without a word from the server it is the product's own. The key differs by provider,
 * because a session of one means nothing to another and would never be cleared.
 */
export function authProvider(): AuthProvider {
  return { id: 'embedded', url: `${location.origin}/auth/v1`, headers: {} };
}

/** The key of local storage under which a provider's session is kept. */
export const sessionKey = (provider: AuthProvider): string => `studio-auth-${provider.id}`;
