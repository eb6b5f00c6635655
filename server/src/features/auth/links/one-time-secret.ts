import { createHash, randomBytes } from 'node:crypto';

/** Marks the token of a link that ends in a code, for clients; it is no part of what is hashed. */
const PKCE_PREFIX = 'pkce_';

/** A new secret of 256 bits for a link or a code, as text for an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret, and what it is found by. Its randomness makes salt and stretching needless. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** The token that a link carries. */
export function linkToken(secret: string, { isPkce }: { isPkce: boolean }): string {
  return isPkce ? `${PKCE_PREFIX}${secret}` : secret;
}

/** Whether a link's token asks for a code at its end. */
export function isPkceToken(token: string): boolean {
  return token.startsWith(PKCE_PREFIX);
}

/** The secret in a link's token, with or without the prefix. */
export function secretOfToken(token: string): string {
  return isPkceToken(token) ? token.slice(PKCE_PREFIX.length) : token;
}
