import type { RouteConfigEntry } from '@react-router/dev/routes';

/** The layout route whose pages are written to HTML at build time. */
export const PUBLIC_FRAME = 'public-frame';

/** The address the page for "nothing is here" is prerendered under; no link leads to it. */
export const NOT_FOUND_PATH = '/404';

interface Leaf {
  pattern: string;
  isPublic: boolean;
}

/** Every address pattern of the route table that shows a page, in its order ("/admin/portal/:id"). */
function leavesOf(entries: readonly RouteConfigEntry[], parent = '', insidePublic = false): Leaf[] {
  return entries.flatMap((entry) => {
    const pattern = entry.path ? `${parent}/${entry.path}` : parent;
    const isPublic = insidePublic || entry.id === PUBLIC_FRAME;
    return entry.children
      ? leavesOf(entry.children, pattern, isPublic)
      : [{ pattern: pattern === '' ? '/' : pattern, isPublic }];
  });
}

const isCatchAll = (pattern: string) => pattern === '/*';

/** The patterns a request must match to be answered 200; the catch-all is not one of them. */
export function routePatterns(entries: readonly RouteConfigEntry[]): string[] {
  return leavesOf(entries)
    .map((leaf) => leaf.pattern)
    .filter((pattern) => !isCatchAll(pattern));
}

/** The addresses to prerender: the pages of the public frame, the catch-all standing for the 404 page. */
export function publicPaths(entries: readonly RouteConfigEntry[]): string[] {
  return leavesOf(entries)
    .filter((leaf) => leaf.isPublic)
    .map((leaf) => (isCatchAll(leaf.pattern) ? NOT_FOUND_PATH : leaf.pattern));
}
