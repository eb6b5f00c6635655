import { api } from '@atelier/domain/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { contractKey } from './contract-key.ts';

/** Asks for a change to the version that was shown. Whatever comes of it, the contract is then asked for anew. */
export function useRequestChange(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { version: number; message: string }) =>
      callApi(api.requestContractChange, { params: { id: projectId }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contractKey(projectId) }),
  });
}
