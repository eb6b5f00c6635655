import type { ChangeUser } from '@atelier/domain/accounts/schema.ts';
import { api } from '@atelier/domain/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';

/** What the studio does to somebody's account. */
export type UserAct =
  | ({ kind: 'change' } & ChangeUser)
  | { kind: 'sign-out' }
  | { kind: 'close' }
  | { kind: 'open' }
  | { kind: 'remove-second-factor' };

/** Does it, and gives what to say about it where that depends on what was found. */
async function act(id: string, wanted: UserAct): Promise<string | undefined> {
  const params = { id };
  switch (wanted.kind) {
    case 'change': {
      const { kind: _kind, ...body } = wanted;
      await callApi(api.changeUser, { params, body });
      return undefined;
    }
    case 'sign-out': {
      const { ended } = await callApi(api.signUserOut, { params });
      if (ended === 0) return 'They weren’t signed in anywhere.';
      return ended === 1 ? 'Signed out of 1 place.' : `Signed out of ${ended} places.`;
    }
    case 'close':
      await callApi(api.disableUser, { params });
      return undefined;
    case 'open':
      await callApi(api.enableUser, { params });
      return undefined;
    case 'remove-second-factor': {
      const { removed } = await callApi(api.removeSecondFactor, { params });
      return removed ? undefined : 'This account has no second factor.';
    }
  }
}

/** Acts on an account; resolves once what is shown of it has been asked for again. */
export function useActOnUser(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (wanted: UserAct) => act(id, wanted),
    onSuccess: () =>
      Promise.all(
        [adminKeys.users, adminKeys.audit].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
