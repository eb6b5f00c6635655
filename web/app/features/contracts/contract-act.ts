import type { Contract } from '@atelier/domain/contracts/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMutation } from '../../lib/use-mutation.ts';
import { contractKey } from './contract-key.ts';
import { getContract } from './get-contract.ts';

/**
 * Something that the client does to the contract. What the server made of it is shown at once. Whatever comes of it,
 * the contract is asked for anew: after a failure, what was on the screen may be the reason for it.
 */
export function useContractAct<Body>(
  projectId: string,
  act: (body: Body) => Promise<{ contract: Contract | null }>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: ({ contract }) => queryClient.setQueryData(getContract(projectId).queryKey, contract),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contractKey(projectId) }),
  });
}
