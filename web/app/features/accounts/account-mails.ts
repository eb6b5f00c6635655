import type { PagePath } from '@atelier/domain/pages.ts';
import { getAuthClient } from '../../lib/session/session.ts';

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

/** Where the link of a confirmation leads, with the page that was wanted before. */
export function confirmationLanding(next: string | undefined): string {
  const landing = new URL('/auth/callback' satisfies PagePath, location.origin);
  if (next) landing.searchParams.set('next', next);
  return landing.href;
}

/**
 * Has a link mailed that leads to the form of a new password.
 * @throws the authentication client's error
 */
export async function requestPasswordReset(email: string): Promise<void> {
  const auth = await getAuthClient();
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: `${location.origin}${'/auth/reset' satisfies PagePath}`,
  });
  if (error) throw error;
}
