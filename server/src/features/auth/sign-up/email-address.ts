import { MAX_EMAIL_LENGTH } from '@atelier/domain/text.ts';
import { validationFailed } from '../protocol/error-catalogue.ts';

/**
 * The pattern of HTML's e-mail field, which the protocol uses too, with no more before the @ than mail can carry. It admits
 * no control character, quote or space.
 */
const HTML_EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * An address as accounts are found by it: checked and lower-cased, nothing trimmed or folded. The longest
 * is what mail can carry, one character less than the protocol's original takes.
 * @throws validation_failed with the protocol's sentence
 */
export function parseEmail(text: string): string {
  if (text === '') throw validationFailed('An email address is required');
  if (text.length > MAX_EMAIL_LENGTH) throw validationFailed('An email address is too long');
  const email = text.toLowerCase();
  if (!HTML_EMAIL.test(email)) throw validationFailed('Unable to validate email address: invalid format');
  return email;
}
