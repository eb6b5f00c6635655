import { useQueryClient } from '@tanstack/react-query';
import { getAuthClient } from '../../../lib/session.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { toSignInFailure } from '../auth-failure.ts';
import { factorsKey } from './list-factors.ts';

/** Takes an authenticator app away; resolves once the session and the list know. */
export function useRemoveApp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (factorId: string) => {
      const auth = await getAuthClient();
      const { error } = await auth.mfa.unenroll({ factorId });
      // Gone is gone, whoever removed it.
      if (error && toSignInFailure(error).code !== 'mfa_factor_not_found') throw error;
      // The session's own copy of the factors and its level are from before.
      await auth.refreshSession();
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: factorsKey }),
  });
}
