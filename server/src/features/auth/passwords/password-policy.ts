import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PASSWORD_MAX_BYTES } from '@atelier/domain/auth/rules.ts';
import { AuthError, validationFailed, type WeakPasswordReason } from '../protocol/error-catalogue.ts';

/** The list as Django publishes it, in lower case; decision 0064 has its origin and its licence. */
const LIST = join(import.meta.dirname, 'common-passwords.txt.gz');

const COMMON: ReadonlySet<string> = new Set(gunzipSync(readFileSync(LIST)).toString().trim().split('\n'));

/** Digits that people put behind a word. A word of three letters is on the list by chance. */
const ENDING = /(?<=^.{4,})\d{1,6}$/u;

/**
 * Whether a password is among those that are tried first: on the list, with or without the digits at its end, or a few
 * characters over and over.
 */
function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return COMMON.has(plain) || COMMON.has(plain.replace(ENDING, '')) || isRepeated([...password]);
}

/** One character or a pair, repeated. */
function isRepeated(signs: readonly string[]): boolean {
  const repeats = (length: number) =>
    signs.length > length &&
    signs.length % length === 0 &&
    signs.every((sign, place) => sign === signs[place % length]);
  return repeats(1) || repeats(2);
}

/** What is wrong with a password as a secret, with the protocol's sentence. */
export interface PasswordWeakness {
  message: string;
  reasons: WeakPasswordReason[];
}

/**
 * The weakness that has a password refused, undefined when it may be used. Length counts in bytes of UTF-8,
 * as the protocol has it; there are no rules of composition (ASVS 6.2.5), but the commonest passwords are
 * refused (ASVS 6.2.4).
 */
export function findWeakness(password: string, minLength: number): PasswordWeakness | undefined {
  if (Buffer.byteLength(password) < minLength) {
    return { message: `Password should be at least ${minLength} characters.`, reasons: ['length'] };
  }
  if (isCommonPassword(password)) {
    return {
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
      reasons: ['pwned'],
    };
  }
  return undefined;
}

/**
 * Accepts a password that somebody wants to use from now on.
 * @throws validation_failed when it is longer than what is hashed, weak_password when it is refused
 */
export function requireStrongPassword(password: string, minLength: number): void {
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw validationFailed(`Password cannot be longer than ${PASSWORD_MAX_BYTES} characters`);
  }
  const weakness = findWeakness(password, minLength);
  if (weakness) throw new AuthError(422, 'weak_password', weakness.message, { reasons: weakness.reasons });
}

/**
 * How a page learns that this provider asks for longer passwords than it was built to say: a tag of its head. Read by
 * `web/app/features/accounts/new-password-fields.tsx`.
 */
export function presentPasswordTag(minLength: number): string {
  return `<meta name="password-min-length" content="${minLength}"/>`;
}
