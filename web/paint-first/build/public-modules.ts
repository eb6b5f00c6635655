import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { PUBLIC_FRAME } from '../routes.ts';

/** What every page is made of, whichever route it shows. */
export const STARTS = ['root.tsx', 'entry.client.tsx'];
const TYPES = /^import type [^;]*;/gm;
const IMPORTED = /(?:\bfrom|\bimport\(?)\s*['"](\.{1,2}\/[^'"]+\.(?:tsx?|mdx))['"]/g;

/**
 * The files that public pages are made of: what they import, at once or late, without types. The
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

/** The modules of the routes inside the public frame, and of the frame. */
export function publicFiles(entries: readonly RouteConfigEntry[], isInside = false): string[] {
  return entries.flatMap((entry) => {
    const isPublic = isInside || entry.id === PUBLIC_FRAME;
    return [...(isPublic ? [entry.file] : []), ...publicFiles(entry.children ?? [], isPublic)];
  });
}
