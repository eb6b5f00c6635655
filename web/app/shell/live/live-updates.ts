import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { forgetRecentPlaces } from '../../areas/studio/palette/recent-places.ts';
import { markDeleted } from '../../features/projects/projects.queries.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { refetchAll } from '../../lib/api/query-client.ts';
import { forgetUploads } from '../../lib/api/upload-queue.ts';
import { followLive } from '../../lib/live/live-events.ts';
import { reloadAccount, useAccount } from '../../lib/session/account.ts';
import { isSecondFactorDue } from '../../lib/session/second-factor.ts';
import { useSession } from '../../lib/session/session.ts';
import { queryKeysForEvent } from './query-keys-for-event.ts';

/**
 * Follows the account's rights. The screen of a former admin keeps nothing that only admins may
 * see: the guard leaves the admin area, and everything loaded there is dropped. Without an event, a
 * refusal does the same.
 */
export function useAccountChanges(): void {
  const queryClient = useQueryClient();
  const { isAdmin } = useAccount();
  const wasAdmin = useRef(false);
  useEffect(() => {
    if (wasAdmin.current && !isAdmin) deleteStudioData(queryClient);
    wasAdmin.current = isAdmin;
  }, [isAdmin, queryClient]);
  useEffect(() => {
    if (!isAdmin) return;
    let isAsking = false;
    const ask = async (error: unknown) => {
      if (isAsking || !(error instanceof ApiError) || error.code !== 'forbidden') return;
      isAsking = true;
      await reloadAccount();
      isAsking = false;
    };
    const leave = [
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.state.status === 'error') void ask(query.state.error);
      }),
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'error') void ask(mutation.state.error);
      }),
    ];
    return () => {
      for (const each of leave) each();
    };
  }, [isAdmin, queryClient]);
}

function deleteStudioData(queryClient: QueryClient): void {
  forgetRecentPlaces();
  forgetUploads();
  const isShown = (query: Query) => query.isActive();
  queryClient.removeQueries({ predicate: (query) => !isShown(query) });
  // Clears the screen and reloads it as the current account.
  void queryClient.resetQueries({ predicate: isShown });
}

/** Keeps what is on the screen as it is on the server, for as long as a user is signed in. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const session = useSession();
  const id = session.status === 'signed-in' && !isSecondFactorDue(session) ? session.user.id : undefined;
  useEffect(() => {
    if (!id) return;
    return followLive(id, (event) => {
      if (event?.kind === 'account_changed') void reloadAccount();
      if (event?.kind === 'project_deleted' && event.projectId) markDeleted(queryClient, event.projectId);
      for (const queryKey of queryKeysForEvent(event)) void refetchAll(queryClient, queryKey);
    });
  }, [id, queryClient]);
}
