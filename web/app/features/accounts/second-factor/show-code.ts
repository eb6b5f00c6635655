import type { GoTrueClient } from '@supabase/auth-js';
import { getAuthClient } from '../../../lib/session.ts';
import { toSignInFailure } from '../auth-failure.ts';

/**
 * Shows the code of an authenticator app; the session of this browser, or of the client that is given, is raised by it, and an app that is new counts from here on.
 * @throws the authentication client's error
 */
export async function showAppCode(
  factorId: string,
  code: string,
  getClient: () => Promise<GoTrueClient> = getAuthClient,
): Promise<void> {
  const auth = await getClient();
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code });
  // Removed from another device meanwhile: what the account has now decides what is asked for.
  if (toSignInFailure(error).code === 'mfa_factor_not_found') await auth.refreshSession();
  if (error) throw error;
}

/**
 * Shows a recovery code in the place of an app's; it is used up by it.
 * @throws the authentication client's error
 */
export async function showRecoveryCode(
  code: string,
  getClient: () => Promise<GoTrueClient> = getAuthClient,
): Promise<void> {
  const { mfa } = await getClient();
  const { error } = await mfa.recoveryCodes.verify({ code });
  if (error) throw error;
}
