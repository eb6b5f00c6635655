import { api } from '@atelier/domain/api.ts';
import { callApi } from '../../lib/api-client.ts';

/** Whether a username is free. A person signed in is told that their own is. */
export async function checkUsername(username: string, signal: AbortSignal): Promise<boolean> {
  const { available } = await callApi(api.checkUsername, { query: { u: username }, signal });
  return available;
}
