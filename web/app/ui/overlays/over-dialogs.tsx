import {
  createContext,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import { createStore } from '../../lib/storage/store.ts';

/** Null within what comes over dialogs: nothing comes over that. */
const Over = createContext<ReactNode>(null);

/** The open dialogs, the topmost last. */
const open = createStore<readonly string[]>([]);
const useTopmost = () =>
  useSyncExternalStore(
    open.subscribe,
    () => open.get().at(-1),
    () => undefined,
  );

/**
 * Shows `over`, a dialog that any screen may have to answer, over the page and over every dialog in it. A dialog holds
 * the keyboard, so one that comes later has to be rendered within it.
 */
export function OverDialogs({ over, children }: { over: ReactNode; children: ReactNode }) {
  const topmost = useTopmost();
  return (
    <Over value={over}>
      {children}
      {topmost === undefined && <Over value={null}>{over}</Over>}
    </Over>
  );
}

/** Within each dialog: what comes over it, while it is the topmost. */
export function OverDialog({ isOpen }: { isOpen: boolean }) {
  const over = useContext(Over);
  const id = useId();
  const topmost = useTopmost();
  const counts = isOpen && over !== null;
  useLayoutEffect(() => {
    if (!counts) return;
    open.set([...open.get(), id]);
    return () => open.set(open.get().filter((each) => each !== id));
  }, [counts, id]);
  return topmost === id && <Over value={null}>{over}</Over>;
}
