import type { PagePath } from '@atelier/domain/pages.ts';
import { getAuthClient } from '../../lib/session/session.ts';

/**
 * Requests the confirmation mail again.
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

/** The address in a confirmation's link, with the page that the user wanted before. */
export function confirmationLanding(next: string | undefined): string {
  const landing = new URL('/auth/callback' satisfies PagePath, location.origin);
  if (next) landing.searchParams.set('next', next);
  return landing.href;
}

/**
 * Requests a mail with the link to /auth/reset.
 * @throws the authentication client's error
 */
export async function requestPasswordReset(email: string): Promise<void> {
  const auth = await getAuthClient();
  const { error } = await auth.resetPasswordForEmail(email, {
    redirectTo: `${location.origin}${'/auth/reset' satisfies PagePath}`,
  });
  if (error) throw error;
}
