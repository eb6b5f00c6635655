import { authFailureMessage, toSignInFailure } from './auth-failure.ts';

const CODE_WRONG =
  'That code is wrong or has expired. Check the newest email, use its link, or ask for a new one.';
const TOO_MANY = 'Too many tries. Use the link in the email, or wait a few minutes.';

/** The message for a refused code from a mail. */
export function emailCodeFailureMessage(error: unknown): string {
  const { code, status } = toSignInFailure(error);
  if (code === 'otp_expired') return CODE_WRONG;
  if (status === 429) return TOO_MANY;
  return authFailureMessage(error, 'That didn’t work. Please try again.');
}
