import { api } from '@atelier/domain/api.ts';
import { reloadAccount } from '../../../lib/account.ts';
import { callApi } from '../../../lib/api-client.ts';

/**
 * Sets the username and asks again who this is.
 * @throws ApiError
 */
export async function saveUsername(username: string): Promise<void> {
  await callApi(api.updateProfile, { body: { username } });
  await reloadAccount();
}
