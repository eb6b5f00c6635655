import { api } from '@atelier/domain/api.ts';
import { PENDING_USERNAME_KEY } from '@atelier/domain/auth/rules.ts';
import type { User } from '@supabase/auth-js';
import { callApi } from '../../lib/api/api-client.ts';
import { keepText, PENDING_USERNAME_EMAIL_KEY, readText } from '../../lib/storage/local-store.ts';

/**
 * Gives the signed-in account the username chosen at sign-up, if this browser still holds one. It
 * is deleted either way: if the name was claimed meanwhile, the user chooses another on the
 * profile. A name that belongs to the sign-up of another address stays.
 */
export async function savePendingUsername(user: User): Promise<void> {
  const username = readText(PENDING_USERNAME_KEY);
  const chosenBy = readText(PENDING_USERNAME_EMAIL_KEY);
  if (username === undefined || (chosenBy !== undefined && chosenBy !== user.email)) return;
  try {
    await callApi(api.updateProfile, { body: { username } });
  } catch {
    // Ignored by the specification (section 4): the profile shows the name and can change it.
  } finally {
    keepText(PENDING_USERNAME_KEY, undefined);
    keepText(PENDING_USERNAME_EMAIL_KEY, undefined);
  }
}

/** Stores the username and the address of a sign-up until the address is confirmed. */
export function keepPendingUsername({ username, email }: { username: string; email: string }): void {
  keepText(PENDING_USERNAME_KEY, username);
  keepText(PENDING_USERNAME_EMAIL_KEY, email);
}
