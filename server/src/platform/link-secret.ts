import { createHash, randomBytes } from 'node:crypto';

/** A new secret of 256 bits for a link or a code, as 43 characters for an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A secret's stored hash, by which it is found. Its randomness makes salt and stretching needless. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
