import type { SignInForm } from '@atelier/domain/auth/schema.ts';
import { getAuthClient, signOut } from '../../../lib/session.ts';
import { keepSignUp } from '../sign-up/kept-sign-up.ts';

/** Signing in was right in all but the address, which its owner has not confirmed. */
class UnverifiedEmailError extends Error {
  readonly code = 'email_not_confirmed';
}

/**
 * Signs in. Somebody whose address is not confirmed is signed out again, whatever the provider thinks of that.
 * @throws UnverifiedEmailError, or the authentication client's error
 */
export async function signIn({ email, password }: SignInForm): Promise<void> {
  const auth = await getAuthClient();
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
  if (data.user.email_confirmed_at || data.user.confirmed_at) {
    keepSignUp(undefined);
    return;
  }
  await signOut();
  throw new UnverifiedEmailError('Email not confirmed');
}
