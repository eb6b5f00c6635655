import { useQueryClient } from '@tanstack/react-query';
import { getAuthClient } from '../../../lib/session.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { factorsKey, hasCodes } from './list-factors.ts';

/** Makes new recovery codes in the place of those there may be. The reply is the only time that they are told. */
export function useMakeRecoveryCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<readonly string[]> => {
      const { mfa } = await getAuthClient();
      const listed = await mfa.listFactors();
      if (listed.error) throw listed.error;
      const codes = mfa.recoveryCodes;
      const { data, error } = await (hasCodes(listed.data.all) ? codes.regenerate() : codes.generate());
      if (error) throw error;
      return data.codes.map(groupCode);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: factorsKey }),
  });
}

/** A code in groups of four: easier to copy by hand, and read back as it is. */
const groupCode = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code;
