import { AuthError } from '../protocol/auth-error.ts';
import { otpExpired, validationFailed } from '../protocol/error-catalogue.ts';
import type { RequestBody } from '../protocol/request-body.ts';
import { parseEmail } from '../sign-up/email-address.ts';

/** A phone number by E.164, without its plus sign and spaces. */
const PHONE = /^[1-9][0-9]{1,14}$/;
/** Longest text that counts as a phone number: fifteen digits, and as many separators. */
const MAX_PHONE_LENGTH = 40;

/**
 * The address that a typed code is for.
 * @throws validation_failed unless there is one well-formed address or phone number
 * @throws otp_expired for a phone number: the provider never sends a code to one
 */
export function readCodeOwner(body: RequestBody): string {
  const [email, phone] = [body.text('email'), body.text('phone')];
  if ((email === '') === (phone === '')) {
    throw validationFailed('Only an email address or phone number should be provided on verify');
  }
  if (phone === '') return parseVerifiedEmail(email);
  requirePhone(phone);
  throw otpExpired();
}

/** @throws validation_failed */
function requirePhone(text: string): void {
  const digits = text
    .slice(0, MAX_PHONE_LENGTH + 1)
    .replace('+', '')
    .replaceAll(' ', '');
  if (text.length > MAX_PHONE_LENGTH || !PHONE.test(digits)) {
    throw validationFailed('Invalid phone number format (E.164 required)');
  }
}

function parseVerifiedEmail(text: string): string {
  try {
    return parseEmail(text);
  } catch (cause) {
    throw new AuthError(422, 'validation_failed', 'Invalid email format', { cause });
  }
}
