import { personalDataFileName } from '@atelier/domain/accounts/rules.ts';
import { api } from '@atelier/domain/api.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import type { NotificationKind } from '@atelier/domain/project-events.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { apiUrl, callApi, fetchApi } from '../../../lib/api/api-client.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { reloadAccount } from '../../../lib/session/account.ts';
import { getAuthClient, refreshAccessToken, signOut } from '../../../lib/session/session.ts';

const notificationsKey = ['my-notifications'] as const;

/** Which mails one gets. */
export const listNotifications = (userId: string) =>
  queryOptions({
    queryKey: [...notificationsKey, userId],
    queryFn: async ({ signal }) => (await callApi(api.getMyNotifications, { signal })).settings,
    // They may have been changed from a mail meanwhile.
    staleTime: 0,
  });

/** Turns a kind of mail on or off; the list shows it once it is so. */
export function useSetNotification(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { kind: NotificationKind; isOn: boolean }) => callApi(api.setMyNotification, { body }),
    onSuccess: ({ settings }) => queryClient.setQueryData([...notificationsKey, userId], settings),
  });
}

export const sessionsKey = ['my-sessions'] as const;

/** Where one is signed in, the latest used first; null where another provider keeps that to itself. */
export const listSessions = (userId: string) =>
  queryOptions({
    queryKey: [...sessionsKey, userId],
    queryFn: async ({ signal }) => (await callApi(api.listMySessions, { signal })).sessions,
    // Somebody who comes back to this page wants to know what is so now.
    staleTime: 0,
  });

/** Ends one session that is not this one; resolves once the list shows it. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => callApi(api.endMySession, { params: { sessionId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

/** Ends every other session, at whatever provider; this one goes on. */
export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

/** Ends every session, this one last: where the others could not be ended one is still here to try again. */
export function useSignOutEverywhere() {
  return useMutation({
    mutationFn: async () => {
      await endOtherSessions();
      await signOut();
    },
  });
}

async function endOtherSessions(): Promise<void> {
  const client = await getAuthClient();
  const { error } = await client.signOut({ scope: 'others' });
  if (error) throw error;
}

/** Downloads everything that is kept about the person signed in, as one file. */
export function useDownloadData() {
  return useMutation({
    mutationFn: async () => {
      const reply = await fetchApi(apiUrl(api.exportMyData.path));
      saveFile(await reply.blob(), personalDataFileName(new Date().toISOString()));
    },
  });
}

/**
 * Sets the username and asks again who this is.
 * @throws ApiError
 */
export async function saveUsername(username: string): Promise<void> {
  await callApi(api.updateProfile, { body: { username } });
  await reloadAccount();
}

/**
 * Asks for the address to be changed: a link goes to the current and one to the new address.
 * @throws the authentication client's error
 */
export async function changeEmail(email: string): Promise<void> {
  const auth = await getAuthClient();
  const { error } = await auth.updateUser(
    { email },
    { emailRedirectTo: `${location.origin}${PAGES.emailChange}` },
  );
  // Ended elsewhere: asked for a new token, the client lets go of the session, and the guard of the page says so.
  if (error?.name === 'AuthSessionMissingError') await refreshAccessToken();
  if (error) throw error;
}
