import { api } from '@atelier/domain/api.ts';
import type { HealthReply } from '@atelier/domain/health/schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api/api-client.ts';
import { adminKeys, useMutation } from '../../lib/api/query-client.ts';

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
export function useRefreshHealth() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => compareClocks(await callApi(api.getHealth, { query: { refresh: 'true' } })),
    onSuccess: async (checked) => {
      queryClient.setQueryData(getHealth.queryKey, checked);
      await queryClient.invalidateQueries({ queryKey: listUnsentMails.queryKey });
    },
  });
}

/** Tries one mail again, or every failed one. @returns how many that were */
export function useRetryMails() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string | 'every-failed') => {
      if (id === 'every-failed') return (await callApi(api.retryFailedMails)).retried;
      return (await callApi(api.retryMail, { params: { id } })).retried ? 1 : 0;
    },
    onSettled: () =>
      Promise.all(
        [listUnsentMails.queryKey, adminKeys.overview, adminKeys.audit].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
