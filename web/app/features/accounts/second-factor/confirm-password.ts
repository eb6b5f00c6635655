import { describeSignInFailure } from '@atelier/domain/auth/rules.ts';
import { getAuthClient } from '../../../lib/session.ts';
import { toSignInFailure } from '../auth-failure.ts';

/**
 * Signs in again in this browser, as the signed-in account.
 * @throws the authentication client's error
 */
export async function confirmPassword(password: string): Promise<void> {
  const auth = await getAuthClient();
  const { data } = await auth.getSession();
  const { error } = await auth.signInWithPassword({ email: data.session?.user.email ?? '', password });
  if (error) throw error;
}

/** Whether the provider requires a recent sign-in for the call that failed with this error. */
export function needsRecentSignIn(error: unknown): boolean {
  return toSignInFailure(error).code === 'reauthentication_needed';
}

/** The message for a password that didn't sign in again. */
export function passwordFailureMessage(error: unknown): string {
  const problem = describeSignInFailure(toSignInFailure(error));
  return problem.kind === 'credentials' ? 'That isn’t your password.' : problem.message;
}
