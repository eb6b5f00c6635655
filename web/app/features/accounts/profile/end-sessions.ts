import { api } from '@atelier/domain/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { getAuthClient, signOut } from '../../../lib/session.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { sessionsKey } from './list-sessions.ts';

/** Ends one session that is not this one; resolves once the list shows it. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => callApi(api.endMySession, { params: { sessionId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

/** Ends every other session, at whatever provider; this one goes on. */
export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: endOtherSessions,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

/** Ends every session, this one last: where the others could not be ended one is still here to try again. */
export function useSignOutEverywhere() {
  return useMutation({
    mutationFn: async () => {
      await endOtherSessions();
      await signOut();
    },
  });
}

async function endOtherSessions(): Promise<void> {
  const client = await getAuthClient();
  const { error } = await client.signOut({ scope: 'others' });
  if (error) throw error;
}
