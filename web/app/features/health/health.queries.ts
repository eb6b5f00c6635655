import { api } from '@atelier/domain/api.ts';
import type { HealthReply } from '@atelier/domain/health/schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { adminKeys } from '../../lib/api/query-client.ts';
import { useCall } from '../../lib/api/use-call.ts';

/** What was checked, at most half a minute ago, and the recurring jobs. */
export const getHealth = queryOptions({
  queryKey: [...adminKeys.health, 'checks'],
  queryFn: async ({ signal }) => compareClocks(await callApi(api.getHealth, { signal })),
});

/** A reply with how far this device's clock is ahead of the server's. */
const compareClocks = (health: HealthReply) => ({
  ...health,
  secondsAhead: Math.round((Date.now() - Date.parse(health.now)) / 1_000),
});

export const listUnsentMails = queryOptions({
  queryKey: [...adminKeys.health, 'mails'],
  queryFn: ({ signal }) => callApi(api.listUnsentMails, { signal }),
});

/** Has everything checked now, and reloads the mails. */
export const useRefreshHealth = () =>
  useCall(async () => compareClocks(await callApi(api.getHealth, { query: { refresh: 'true' } })), {
    shows: (checked, client) => client.setQueryData(getHealth.queryKey, checked),
    refetchOnSuccess: [listUnsentMails.queryKey],
  });

/** Tries one mail again, or every failed one. @returns how many that were */
export const useRetryMails = () =>
  useCall(
    async (id: string | 'every-failed') => {
      if (id === 'every-failed') return (await callApi(api.retryFailedMails)).retried;
      return (await callApi(api.retryMail, { params: { id } })).retried ? 1 : 0;
    },
    { refetch: [listUnsentMails.queryKey, adminKeys.overview, adminKeys.audit] },
  );
