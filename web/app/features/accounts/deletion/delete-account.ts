import { api } from '@atelier/domain/api.ts';
import { ONBOARDING_STORAGE_KEY } from '@atelier/domain/onboarding/rules.ts';
import type { Factor, GoTrueClient } from '@supabase/auth-js';
import { callApi } from '../../../lib/api/api-client.ts';
import { keepText, ONBOARDING_SYNC_KEY, PENDING_SUBMISSION_KEY } from '../../../lib/storage/local-store.ts';

/**
 * Signs in again, in a session beside this browser's own.
 * @returns the verified factors, one of which must give a code next; empty without a second factor
 * @throws the authentication client's error
 */
export async function signInAgain(email: string, password: string): Promise<readonly Factor[]> {
  const beside = await getDeletionClient();
  const { data, error } = await beside.signInWithPassword({ email, password });
  if (error) throw error;
  return (data.user.factors ?? []).filter(({ status }) => status === 'verified');
}

/**
 * Ends the session of `signInAgain`, if there is one. Never rejects: the session expires anyway.
 */
export async function forgetSignInAgain(): Promise<void> {
  const beside = await getDeletionClient().catch(() => undefined);
  await beside?.signOut({ scope: 'local' }).catch(() => undefined);
}

/**
 * Deletes the account that has just signed in again, and the copies of its briefs in this browser.
 * @throws ApiError
 */
export async function deleteAccount(): Promise<void> {
  const beside = await getDeletionClient();
  const { data } = await beside.getSession();
  const token = data.session?.access_token;
  await callApi(api.deleteMyAccount, token === undefined ? {} : { token });
  keepText(ONBOARDING_STORAGE_KEY, undefined);
  keepText(ONBOARDING_SYNC_KEY, undefined);
  keepText(PENDING_SUBMISSION_KEY, undefined);
}

/**
 * The client that deletes: its session leaves this browser's own alone (see lib/session/auth-client.ts).
 */
export async function getDeletionClient(): Promise<GoTrueClient> {
  return (await import('../../../lib/session/auth-client.ts')).clientBeside();
}
