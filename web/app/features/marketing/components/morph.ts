import type { CSSProperties } from 'react';
import { useViewTransitionState } from 'react-router';

/**
 * The view-transition name of a picture that moves between a list and its page; links there set
 * `viewTransition`. Unset at other times: a page with several pictures must not repeat a name.
 */
export function useMorph(path: string): CSSProperties | undefined {
  return useViewTransitionState(path) ? { viewTransitionName: path.replaceAll('/', '') } : undefined;
}
