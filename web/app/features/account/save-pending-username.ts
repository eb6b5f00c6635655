import { api } from '@atelier/domain/api.ts';
import { PENDING_USERNAME_KEY } from '@atelier/domain/auth.ts';
import { callApi } from '../../lib/api-client.ts';
import { keepText, readText } from '../../lib/local-store.ts';

/**
 * Gives the account that is signed in the username chosen at sign-up, if this browser still holds one. It is forgotten
 * either way: a name that was taken meanwhile is chosen anew on the profile.
 */
export async function savePendingUsername(): Promise<void> {
  const username = readText(PENDING_USERNAME_KEY);
  if (username === undefined) return;
  try {
    await callApi(api.updateProfile, { body: { username } });
  } catch {
    // Ignored by the specification (section 4): the profile shows what is there and lets it be changed.
  } finally {
    keepText(PENDING_USERNAME_KEY, undefined);
  }
}
