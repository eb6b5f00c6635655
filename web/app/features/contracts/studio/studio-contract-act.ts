import type { StudioContract } from '@atelier/domain/contracts/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMutation } from '../../../lib/use-mutation.ts';
import { contractKey } from '../contract-key.ts';
import { getContractAsStudio } from './get-contract-as-studio.ts';

/**
 * Something that the studio does to the contract. What the server made of it is shown at once. After a failure the
 * contract is asked for anew, because what was on the screen may be the reason for it; it is there when the failure is
 * told.
 */
export function useStudioContractAct<Input>(
  projectId: string,
  act: (input: Input) => Promise<{ contract: StudioContract }>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => (await act(input)).contract,
    onSuccess: (contract) => {
      queryClient.setQueryData(getContractAsStudio(projectId).queryKey, contract);
      return queryClient.invalidateQueries({ queryKey: contractKey(projectId), refetchType: 'none' });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: contractKey(projectId) }),
  });
}
