import { SESSION_KEYS } from '../storage/local-store.ts';

/** Where people sign in, and under which key of local storage the browser keeps its session. */
export interface AuthProvider {
  id: string;
  url: string;
  headers: Record<string, string>;
}

const EMBEDDED_ID = 'embedded';

/**
 * What the server wrote into the head of the page where another provider signs people in (see
 * `server/src/features/external-auth/external-auth.feature.ts`). Read once, before React may rebuild the head.
 */
const named = typeof document === 'undefined' ? undefined : readTag(document);

/**
 * The provider this page was served for; the product's own unless the server named one. The key differs by
 * provider: a session of one means nothing to another and would never be cleared.
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

/**
 * The claims of an access token, read without checking the signature: good for showing a link or a screen,
 * never for protecting anything. {} for a token of another shape.
 */
export function claimsOfToken(token: string): Record<string, unknown> {
  const payload = token.split('.')[1] ?? '';
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    return recordOf(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return {};
  }
}

/** The fields of an object; {} for anything else. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/**
 * The roles that an access token names, in its `app_metadata.roles`, `app_metadata.role` and `roles` claims, lower-cased
 * (specification section 2). Good for showing a link, never for protecting anything.
 */
export function rolesOfToken(token: string): string[] {
  const claims = claimsOfToken(token);
  const metadata = recordOf(claims.app_metadata);
  return [claims.roles, metadata.roles, metadata.role]
    .flat()
    .filter((role) => typeof role === 'string')
    .map((role) => role.toLowerCase());
}
