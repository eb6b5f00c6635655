import { useCallback, useSyncExternalStore } from 'react';

/** Where lists and details stand beside each other: the `lg` breakpoint of the tokens. */
export const WIDE_SCREEN = '(min-width: 64rem)';

/** Whether a media query holds, and again when that changes. False while rendering to HTML. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
