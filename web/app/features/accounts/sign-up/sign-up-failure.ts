import { authFailureMessage, toSignInFailure } from '../auth-failure.ts';

/** The message for a failed sign-up, and the page that helps. */
export interface SignUpFailure {
  message: string;
  link?: { to: '/login' | '/forgot'; label: string };
}

const SIGN_IN = { to: '/login', label: 'Sign in' } as const;
const NO_ACCOUNT = 'Unable to create the account.';

/** The sentence for a failed sign-up (specification section 3). */
export function describeSignUpFailure(error: unknown): SignUpFailure {
  const { code, status } = toSignInFailure(error);
  if (code === 'user_already_exists' || code === 'email_exists') {
    return { message: 'You already have an account with this email. Sign in instead.', link: SIGN_IN };
  }
  if (status === 429) {
    return {
      message:
        'That’s a lot of tries in a short time. Wait a few minutes, then try again. Already signed up?',
      link: SIGN_IN,
    };
  }
  return { message: authFailureMessage(error, NO_ACCOUNT) };
}
