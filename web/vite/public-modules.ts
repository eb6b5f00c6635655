import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { PUBLIC_FRAME } from '../app/route-patterns.ts';

/** What pages are made of whichever route they show, and what texts written in MDX are shown with. */
const STARTS = ['root.tsx', 'entry.client.tsx', 'features/marketing/prose/mdx-components.tsx'];
const TYPES = /^import type [^;]*;/gm;
const IMPORTED = /(?:\bfrom|\bimport\(?)\s*['"](\.{1,2}\/[^'"]+\.(?:tsx?|mdx))['"]/g;

/** The files of ours that visitors' pages are made of: what they import, at once or late, without types. */
export function publicModules(routes: readonly RouteConfigEntry[], appFolder: string): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const code = readFileSync(file, 'utf8').replace(TYPES, '');
    for (const [, imported = ''] of code.matchAll(IMPORTED)) visit(join(dirname(file), imported));
  };
  for (const start of [...STARTS, ...publicFiles(routes)]) visit(join(appFolder, start));
  return [...found].sort();
}

/** The modules of the routes inside the public frame, and of the frame. */
function publicFiles(entries: readonly RouteConfigEntry[], isInside = false): string[] {
  return entries.flatMap((entry) => {
    const isPublic = isInside || entry.id === PUBLIC_FRAME;
    return [...(isPublic ? [entry.file] : []), ...publicFiles(entry.children ?? [], isPublic)];
  });
}
