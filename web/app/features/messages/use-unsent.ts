import { useEffect, useSyncExternalStore } from 'react';
import { changeUnsent, NOTHING_UNSENT, readUnsent, subscribeToUnsent } from '../../lib/unsent-store.ts';
import { deliver, type ThreadPlace, threadId } from './outbox.ts';

/**
 * A thread's unsent entries. Opening the thread resumes messages that were on their way moments ago.
 * To somebody who only looks at the thread nothing is shown of that, and nothing is sent: it may be their own, written
 * on the same device on another day.
 */
export function useUnsent({ side, projectId }: ThreadPlace, { isReader }: { isReader: boolean }) {
  const id = threadId({ side, projectId });
  const kept = useSyncExternalStore(subscribeToUnsent, () => readUnsent(id));
  const unsent = isReader ? NOTHING_UNSENT : kept;
  useEffect(() => {
    if (!isReader) void deliver({ side, projectId });
  }, [side, projectId, isReader]);
  const setText = (text: string) => changeUnsent(id, (before) => ({ ...before, text }));
  return { ...unsent, setText };
}
