import { api } from '@atelier/domain/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { contractKey } from '../contract-key.ts';
import { REFRESH_MS } from '../get-contract.ts';

/** The contract with its draft, its versions and what became of them. */
export const getContractAsStudio = (projectId: string) =>
  queryOptions({
    queryKey: [...contractKey(projectId), 'studio'],
    queryFn: async ({ signal }) =>
      (await callApi(api.getContractAsStudio, { params: { id: projectId }, signal })).contract,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: true,
  });
