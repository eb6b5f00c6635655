import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';

/** The layout route whose pages are written to HTML at build time. */
export const PUBLIC_FRAME = 'public-frame';

/** The address the page for "nothing is here" is prerendered under; no link leads to it. */
export const NOT_FOUND_PATH = '/404';

interface Place {
  file: string;
  pattern: string;
  isPublic: boolean;
  /** Not a layout around pages. */
  isPage: boolean;
}

/** Every entry of the route table with its address pattern ("/admin/portal/:id"), in its order. */
function placesOf(entries: readonly RouteConfigEntry[], parent = '', isInside = false): Place[] {
  return entries.flatMap(({ id, file, path, children }) => {
    const pattern = path ? `${parent}/${path}` : parent;
    const isPublic = isInside || id === PUBLIC_FRAME;
    const place = { file, pattern: pattern || '/', isPublic, isPage: !children };
    return [place, ...placesOf(children ?? [], pattern, isPublic)];
  });
}

const isCatchAll = (pattern: string) => pattern === '/*';

/** The patterns a request must match to be answered 200; the catch-all is not one of them. */
export function routePatterns(entries: readonly RouteConfigEntry[]): string[] {
  return placesOf(entries)
    .filter(({ pattern, isPage }) => isPage && !isCatchAll(pattern))
    .map(({ pattern }) => pattern);
}

/** The addresses to prerender: the pages of the public frame, the catch-all standing for the 404 page. */
export function publicPaths(entries: readonly RouteConfigEntry[]): string[] {
  return placesOf(entries)
    .filter(({ isPublic, isPage }) => isPublic && isPage)
    .map(({ pattern }) => (isCatchAll(pattern) ? NOT_FOUND_PATH : pattern));
}

/** The modules of the routes inside the public frame, and of the frame. */
export const publicFiles = (entries: readonly RouteConfigEntry[]): string[] =>
  placesOf(entries).flatMap(({ file, isPublic }) => (isPublic ? file : []));

/** The files that every page needs, on any route. */
export const STARTS = ['root.tsx', 'entry.client.tsx'];
const TYPES = /^import type [^;]*;/gm;
const IMPORTED = /(?:\bfrom|\bimport\(?)\s*['"](\.{1,2}\/[^'"]+\.(?:tsx?|mdx))['"]/g;

/**
 * The files of public pages: their imports, static or dynamic, without types. The
 * files in `alsoPublic` are imported by nothing that stands in the tree.
 */
export function publicModules(
  routes: readonly RouteConfigEntry[],
  appFolder: string,
  alsoPublic: readonly string[],
): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const code = readFileSync(file, 'utf8').replace(TYPES, '');
    for (const [, imported = ''] of code.matchAll(IMPORTED)) visit(join(dirname(file), imported));
  };
  for (const start of [...STARTS, ...alsoPublic, ...publicFiles(routes)]) visit(join(appFolder, start));
  return [...found].sort();
}
