import type { PagePath } from '@atelier/domain/pages.ts';
import { getAuthClient } from '../../../lib/session.ts';

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
