import { PASSWORD_MAX_BYTES } from '@atelier/domain/auth/rules.ts';
import { AuthError, type WeakPasswordReason } from '../protocol/auth-error.ts';
import { validationFailed } from '../protocol/error-catalogue.ts';
import { isCommonPassword } from './common-passwords.ts';

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
