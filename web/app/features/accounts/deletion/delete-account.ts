import { api } from '@atelier/domain/api.ts';
import { ONBOARDING_STORAGE_KEY } from '@atelier/domain/onboarding/rules.ts';
import type { Factor } from '@supabase/auth-js';
import { callApi } from '../../../lib/api-client.ts';
import { keepText } from '../../../lib/local-store.ts';
import { ONBOARDING_SYNC_KEY, PENDING_SUBMISSION_KEY } from '../../../lib/storage-keys.ts';
import { getClientBeside } from '../separate-clients.ts';

/**
 * Signs in once more, beside the session of this browser.
 * @returns the factors of which a code has to be shown before that counts; none for somebody without
 * @throws the authentication client's error
 */
export async function signInAgain(email: string, password: string): Promise<readonly Factor[]> {
  const beside = await getClientBeside();
  const { data, error } = await beside.signInWithPassword({ email, password });
  if (error) throw error;
  return (data.user.factors ?? []).filter(({ status }) => status === 'verified');
}

/** Ends the session that `signInAgain` began, if it did. Never rejects: what is left of it runs out by itself. */
export async function forgetSignInAgain(): Promise<void> {
  const beside = await getClientBeside().catch(() => undefined);
  await beside?.signOut({ scope: 'local' }).catch(() => undefined);
}

/**
 * Deletes the account of whoever has just signed in again, and what this browser keeps of its briefs.
 * @throws ApiError
 */
export async function deleteAccount(): Promise<void> {
  const beside = await getClientBeside();
  const { data } = await beside.getSession();
  const token = data.session?.access_token;
  await callApi(api.deleteMyAccount, token === undefined ? {} : { token });
  keepText(ONBOARDING_STORAGE_KEY, undefined);
  keepText(ONBOARDING_SYNC_KEY, undefined);
  keepText(PENDING_SUBMISSION_KEY, undefined);
}
