import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { markDeleted } from '../../features/projects/deleted-projects.ts';
import { reloadAccount } from '../../lib/account.ts';
import { followLive } from '../../lib/live/follow-live.ts';
import { askAgain } from '../../lib/query-client.ts';
import { isSecondFactorDue } from '../../lib/second-factor.ts';
import { useSession } from '../../lib/session.ts';
import { queryKeysForEvent } from './changed-keys.ts';

/** Keeps what is on the screen as it is on the server, for as long as somebody is signed in. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const session = useSession();
  const id = session.status === 'signed-in' && !isSecondFactorDue(session) ? session.user.id : undefined;
  useEffect(() => {
    if (!id) return;
    return followLive(id, (event) => {
      if (event?.kind === 'account_changed') void reloadAccount();
      if (event?.kind === 'project_deleted' && event.projectId) markDeleted(queryClient, event.projectId);
      for (const queryKey of queryKeysForEvent(event)) void askAgain(queryClient, queryKey);
    });
  }, [id, queryClient]);
}
