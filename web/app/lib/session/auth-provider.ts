import { SESSION_KEYS } from '../storage/storage-keys.ts';

/** Where people sign in, and under which key of local storage the browser keeps its session. */
export interface AuthProvider {
  id: string;
  url: string;
  headers: Record<string, string>;
}

const EMBEDDED_ID = 'embedded';

/**
 * What the server wrote into the head of the page where another provider signs people in (see
 * `server/src/features/external-auth/external-auth.feature.ts`). Read once, before React may make the head anew.
 */
const named = typeof document === 'undefined' ? undefined : readTag(document);

/**
 * The provider this page was served for. Without a word from the server it is the product's own. The key differs by provider,
 * because a session of one means nothing to another and would never be cleared.
 */
export function authProvider(): AuthProvider {
  return named ?? { id: EMBEDDED_ID, url: `${location.origin}/auth/v1`, headers: {} };
}

/** Whether the product itself signs people in: it then also knows their sessions. */
export const isEmbeddedProvider = (): boolean => authProvider().id === EMBEDDED_ID;

/** The key of local storage under which a provider's session is kept. */
export const sessionKey = (provider: AuthProvider): `${typeof SESSION_KEYS}${string}` =>
  `${SESSION_KEYS}${provider.id}`;

function readTag(page: Document): AuthProvider | undefined {
  const content = page.querySelector<HTMLMetaElement>('head > meta[name="auth-provider"]')?.content;
  return content ? parseAuthProvider(content) : undefined;
}

/** Reads the tag's content. Throws on one that is not the server's: signing in elsewhere would be worse. */
function parseAuthProvider(content: string): AuthProvider {
  const { id, url, apiKey }: { id: string; url: string; apiKey?: string } = JSON.parse(content);
  return { id, url, headers: apiKey ? { apikey: apiKey } : {} };
}
