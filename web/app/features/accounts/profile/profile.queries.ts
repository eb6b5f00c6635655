import { personalDataFileName } from '@atelier/domain/accounts/rules.ts';
import { api } from '@atelier/domain/api.ts';
import type { NotificationSettings } from '@atelier/domain/notifications/endpoints.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../../lib/api/api-client.ts';
import { apiUrl } from '../../../lib/api/api-url.ts';
import { saveFile } from '../../../lib/api/files.ts';
import { type CallEffects, useCall } from '../../../lib/api/use-call.ts';
import { reloadAccount } from '../../../lib/session/account.ts';
import { getAuthClient, refreshAccessToken, signOut } from '../../../lib/session/session.ts';

const notificationsKey = ['my-notifications'] as const;

/** The user's mail settings. */
export const listNotifications = (userId: string) =>
  queryOptions({
    queryKey: [...notificationsKey, userId],
    queryFn: async ({ signal }) => (await callApi(api.getMyNotifications, { signal })).settings,
    // They may have been changed from a mail meanwhile.
    staleTime: 0,
  });

/** After a kind of mail is turned on or off, the list shows the reply. */
export const changesNotifications = (userId: string): CallEffects<NotificationSettings> => ({
  shows: ({ settings }, client) => client.setQueryData(listNotifications(userId).queryKey, settings),
});

export const sessionsKey = ['my-sessions'] as const;

/** The user's sessions, latest used first; null if another provider doesn't reveal them. */
export const listSessions = (userId: string) =>
  queryOptions({
    queryKey: [...sessionsKey, userId],
    queryFn: async ({ signal }) => (await callApi(api.listMySessions, { signal })).sessions,
    // Another device may have changed them meanwhile.
    staleTime: 0,
  });

export const endsSessions = { refetchOnSuccess: [sessionsKey] };

/** Ends every other session, with any provider. */
export const useEndOtherSessions = () => useCall(endOtherSessions, endsSessions);

/**
 * Ends every session, this one last: if the others can't be ended, the user is still here to retry.
 */
export const useSignOutEverywhere = () =>
  useCall(async () => {
    await endOtherSessions();
    await signOut();
  });

async function endOtherSessions(): Promise<void> {
  const client = await getAuthClient();
  const { error } = await client.signOut({ scope: 'others' });
  if (error) throw error;
}

/** Downloads the user's personal data as one file. */
export const useDownloadData = () =>
  useCall(async () => {
    const reply = await fetchApi(apiUrl(api.exportMyData.path));
    saveFile(await reply.blob(), personalDataFileName(new Date().toISOString()));
  });

/**
 * Sets the username and reloads the account.
 * @throws ApiError
 */
export async function saveUsername(username: string): Promise<void> {
  await callApi(api.updateProfile, { body: { username } });
  await reloadAccount();
}

/**
 * Requests a change of address: the current and the new one get a link each.
 * @throws the authentication client's error
 */
export async function changeEmail(email: string): Promise<void> {
  const auth = await getAuthClient();
  const { error } = await auth.updateUser(
    { email },
    { emailRedirectTo: `${location.origin}${PAGES.emailChange}` },
  );
  // Ended elsewhere: a failed refresh makes the client drop the session, and the page's guard
  // reacts.
  if (error?.name === 'AuthSessionMissingError') await refreshAccessToken();
  if (error) throw error;
}
