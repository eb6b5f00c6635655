import { api } from '@atelier/domain/api.ts';
import { reloadAccount } from '../../../lib/account.ts';
import { callApi } from '../../../lib/api-client.ts';
import { getAuthClient } from '../../../lib/session.ts';

/**
 * Gives an account that was made by an invitation its name and its first password. The name comes first: it may be
 * taken meanwhile, and then nothing is done yet.
 * @throws ApiError, or the authentication client's error
 */
export async function finishInvitation(chosen: { username: string; password: string }): Promise<void> {
  await callApi(api.updateProfile, { body: { username: chosen.username } });
  const auth = await getAuthClient();
  const { error } = await auth.updateUser({ password: chosen.password });
  if (error) throw error;
  await reloadAccount();
}
