import type { EntryContext } from 'react-router';
import { PUBLIC_FRAME } from './routes.ts';

type Manifest = EntryContext['manifest'];
type Route = NonNullable<Manifest['routes'][string]>;

/** The files of screens that start from the fallback page: positions in `files`, by the pattern of an address. */
interface ScreenFiles {
  files: string[];
  screens: Record<string, number[]>;
}

/**
 * Lists the files that each screen needs beside those that the fallback page names itself. The router by itself
 * would learn of them one after the other: each file names those that it imports.
 */
export function screenFiles(manifest: Manifest, sizeOf: (file: string) => number): ScreenFiles {
  const files: string[] = [];
  const named = new Set([
    ...manifest.entry.imports,
    manifest.entry.module,
    ...modulesOf(manifest.routes.root),
  ]);
  const positionOf = (file: string) => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const bySize = (a: number, b: number) => sizeOf(files[a] ?? '') - sizeOf(files[b] ?? '');
  const screens: ScreenFiles['screens'] = {};
  const routes = Object.values(manifest.routes).filter((route) => route !== undefined);
  for (const route of routes) {
    const branch = branchOf(manifest, route);
    const isFrame = routes.some(({ parentId, index }) => parentId === route.id && !index);
    if (branch.some(({ id }) => id === PUBLIC_FRAME) || (isFrame && !route.path)) continue;
    const pattern = `/${branch.flatMap(({ path }) => path || []).join('/')}`;
    const own = branch.flatMap(modulesOf).filter((file) => !named.has(file));
    const known = screens[pattern] ?? [];
    screens[pattern] = [...new Set([...known, ...own.map(positionOf)])];
  }
  delete screens['/'];
  for (const [pattern, positions] of Object.entries(screens)) {
    screens[pattern] = mixSizes(positions.sort(bySize));
  }
  return { files, screens };
}

/** Small files between two large ones. */
const SMALL_FILES = 3;

/**
 * Puts a large file after every few small ones. With HTTP/1.1 a browser requests six files at once, and while it waits
 * for the small ones, a large one uses the network.
 * @param sorted the smallest first
 */
function mixSizes(sorted: readonly number[]): number[] {
  const left = [...sorted];
  const mixed: number[] = [];
  while (left.length > 0) mixed.push(...left.splice(0, SMALL_FILES), ...left.splice(-1));
  return mixed;
}

/** The route with those around it, the outermost first. */
function branchOf(manifest: Manifest, route: Route): Route[] {
  const parent = route.parentId === undefined ? undefined : manifest.routes[route.parentId];
  return parent ? [...branchOf(manifest, parent), route] : [route];
}

const modulesOf = (route: Route | undefined): string[] =>
  route ? [...(route.imports ?? []), route.module] : [];
