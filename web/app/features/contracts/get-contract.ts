import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { contractKey } from './contract-key.ts';

/** Links hold for ten minutes and more: they are asked for again before that, in a tab that nobody looks at, too. */
export const REFRESH_MS = 4 * 60_000;

/** The contract that was sent last; null before the first. */
export const getContract = (projectId: string) =>
  queryOptions({
    queryKey: [...contractKey(projectId), 'client'],
    queryFn: async ({ signal }) =>
      (await callApi(api.getContract, { params: { id: projectId }, signal })).contract,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });
