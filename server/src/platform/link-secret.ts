import { createHash, randomBytes } from 'node:crypto';

/** A new secret of 256 bits for a link or a code, as 43 characters for an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A secret's stored hash, by which it is found. Its randomness makes salt and stretching needless. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** The address of a mail's link. Its secret is in the fragment, which no server sees that the address is opened at. */
export function mailedLink(publicUrl: string, path: string, secret: string): string {
  return `${publicUrl}${path}#${secret}`;
}
