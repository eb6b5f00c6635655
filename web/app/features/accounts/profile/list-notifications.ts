import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

export const notificationsKey = ['my-notifications'] as const;

/** Which mails one gets. */
export const listNotifications = (userId: string) =>
  queryOptions({
    queryKey: [...notificationsKey, userId],
    queryFn: async ({ signal }) => (await callApi(api.getMyNotifications, { signal })).settings,
    // They may have been changed from a mail meanwhile.
    staleTime: 0,
  });
