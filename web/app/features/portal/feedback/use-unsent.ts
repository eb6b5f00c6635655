import { useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  deliver,
  readFailures,
  sendUnanswered,
  subscribeToFailures,
  type ThreadPlace,
  threadId,
} from './outbox.ts';
import type { Outgoing } from './thread-rows.ts';
import { changeUnsent, readUnsent, subscribeToUnsent } from './unsent-store.ts';

/** What is unsent in a thread. Opening it sends what was on its way when the page was left; so does getting back online. */
export function useUnsent({ side, projectId }: ThreadPlace) {
  const id = threadId({ side, projectId });
  const unsent = useSyncExternalStore(subscribeToUnsent, () => readUnsent(id));
  const failures = useSyncExternalStore(subscribeToFailures, readFailures);
  useEffect(() => {
    void deliver({ side, projectId });
    const again = () => sendUnanswered({ side, projectId });
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [side, projectId]);
  const outgoing = useMemo(
    () => unsent.outgoing.map((each): Outgoing => ({ ...each, failure: failures.get(each.key) })),
    [unsent.outgoing, failures],
  );
  const setText = (text: string) => changeUnsent(id, (before) => ({ ...before, text }));
  return { text: unsent.text, setText, outgoing };
}
