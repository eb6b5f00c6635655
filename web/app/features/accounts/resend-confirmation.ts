import { getAuthClient } from '../../lib/session.ts';
import { confirmationLanding } from './confirmation-landing.ts';

/**
 * Asks for the mail with the confirmation link again.
 * @throws the authentication client's error
 */
export async function resendConfirmation(email: string, next: string | undefined): Promise<void> {
  const auth = await getAuthClient();
  const { error } = await auth.resend({
    type: 'signup',
    email,
    options: { emailRedirectTo: confirmationLanding(next) },
  });
  if (error) throw error;
}
