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
import { changeUnsent, NOTHING_UNSENT, readUnsent, subscribeToUnsent } from './unsent-store.ts';

/**
 * What is unsent in a thread. Opening it sends what was on its way when the page was left; so does getting back online.
 * To somebody who only looks at the thread nothing is shown of that, and nothing is sent: it may be their own, written
 * on the same device on another day.
 */
export function useUnsent({ side, projectId }: ThreadPlace, { isReader }: { isReader: boolean }) {
  const id = threadId({ side, projectId });
  const kept = useSyncExternalStore(subscribeToUnsent, () => readUnsent(id));
  const unsent = isReader ? NOTHING_UNSENT : kept;
  const failures = useSyncExternalStore(subscribeToFailures, readFailures);
  useEffect(() => {
    if (isReader) return;
    void deliver({ side, projectId });
    const again = () => sendUnanswered({ side, projectId });
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [side, projectId, isReader]);
  const outgoing = useMemo(
    () => unsent.outgoing.map((each): Outgoing => ({ ...each, failure: failures.get(each.key) })),
    [unsent.outgoing, failures],
  );
  const setText = (text: string) => changeUnsent(id, (before) => ({ ...before, text }));
  return { text: unsent.text, setText, outgoing };
}
