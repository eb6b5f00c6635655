import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { arrive } from './arrive.ts';
import { createStore } from './storage/store.ts';

const loads = new Set<() => Promise<unknown>>();
const awaited = createStore(0);

/**
 * A component whose code doesn't come with its screen's: it loads once it is rendered, or earlier, when the
 * page is quiet (shell/preload-screens.ts). Not React's `lazy`: that shows its fallback for at least a third of a second,
 * and for a moment also where the code is there already.
 * @param fallback shows while the code is on its way
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  const keep = (found: { default: ComponentType<Props> }) => {
    Part = found.default;
  };
  loads.add(() => load().then(keep));
  return function Late(props: Props) {
    const [isThere, setThere] = useState(Part !== undefined);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (isThere) return;
      let isGone = false;
      awaited.set(awaited.get() + 1);
      arrive(load).then(
        (found) => {
          keep(found);
          if (!isGone) setThere(true);
        },
        (error: unknown) => setFailure({ error }),
      );
      return () => {
        isGone = true;
        awaited.set(awaited.get() - 1);
      };
    }, [isThere]);
    if (failure) throw failure.error;
    return Part ? <Part {...props} /> : fallback;
  };
}

/** What loads the code of late components; each of them may add more. */
export const lateParts: Iterable<() => Promise<unknown>> = loads;

/** Whether the screen waits for the code of a late component. */
export const isPartAwaited = (): boolean => awaited.get() > 0;
export const subscribeToAwaitedParts = awaited.subscribe;

/** Whether a condition is or once was true: what a late component began stays until it has ended. */
export function useEver(isTrue: boolean): boolean {
  const [ever, setEver] = useState(isTrue);
  if (isTrue && !ever) setEver(true);
  return ever || isTrue;
}
