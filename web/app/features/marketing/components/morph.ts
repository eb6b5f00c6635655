import type { CSSProperties } from 'react';
import { useViewTransitionState } from 'react-router';

/**
 * The name under which a picture moves from a list to the page that it leads to, and back; the links there say
 * `viewTransition`. Nobody has it at other times, so that a page with several pictures never has one name twice.
 */
export function useMorph(path: string): CSSProperties | undefined {
  return useViewTransitionState(path) ? { viewTransitionName: path.replaceAll('/', '') } : undefined;
}
