import { authFailureMessage, toSignInFailure } from '../auth-failure.ts';

const APP_CODE_WRONG = 'That code is wrong. Wait for your app to show the next one, and enter that.';
const RECOVERY_CODE_WRONG = 'That recovery code is wrong or already used.';
const TOO_MANY = 'Too many wrong codes. Wait at least 15 minutes, then try again.';
const SESSION_OVER = 'Your session has ended. Please sign in again.';
const GONE = 'That authenticator app was removed. Please try again.';

/** What to show when a code was not taken, or anything else about a second factor failed. */
export function factorFailureMessage(error: unknown, kind: 'app' | 'recovery' = 'app'): string {
  const { code, status } = toSignInFailure(error);
  if (code === 'mfa_verification_failed') return kind === 'app' ? APP_CODE_WRONG : RECOVERY_CODE_WRONG;
  if (status === 429) return TOO_MANY;
  if (code === 'mfa_factor_not_found') return GONE;
  if (code === 'session_not_found' || (error instanceof Error && error.name === 'AuthSessionMissingError')) {
    return SESSION_OVER;
  }
  return authFailureMessage(error, 'That didn’t work. Please try again.');
}
