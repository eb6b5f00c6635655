import { api } from '@atelier/domain/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { contractKey } from './contract-key.ts';

/** Accepts the version that was shown. Whatever comes of it, the contract is then asked for anew. */
export function useAcceptContract(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { version: number; name: string }) =>
      callApi(api.acceptContract, { params: { id: projectId }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contractKey(projectId) }),
  });
}
