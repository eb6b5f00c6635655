import { createHmac, randomInt } from 'node:crypto';
import type { Provider } from '../provider.ts';

/** Codes in a set. */
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike; 16 of 31 are 79 bits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 16;

/** A new set of codes in the form they are kept: lower case, no separators. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(''),
  );
}

/** What is stored of a code. Case, spaces and hyphens of what somebody typed do not count. */
export function hashRecoveryCode(
  { secret }: Pick<Provider, 'secret'>,
  factorId: string,
  code: string,
): string {
  const canonical = code.toLowerCase().replace(/[\s-]/g, '');
  return createHmac('sha256', secret.deriveKey('auth.recovery-code'))
    .update(`${factorId}:${canonical}`)
    .digest('base64url');
}
