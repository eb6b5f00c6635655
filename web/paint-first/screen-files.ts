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
 * would learn of them one after the other: each file names those that it imports. The smallest come first: with HTTP/1.1
 * a browser requests six files at once, and while it waits for small ones, large ones use the network.
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
    screens[pattern] = [...new Set([...known, ...own.map(positionOf)])].sort(bySize);
  }
  delete screens['/'];
  return { files, screens };
}

/** The route with those around it, the outermost first. */
function branchOf(manifest: Manifest, route: Route): Route[] {
  const parent = route.parentId === undefined ? undefined : manifest.routes[route.parentId];
  return parent ? [...branchOf(manifest, parent), route] : [route];
}

const modulesOf = (route: Route | undefined): string[] =>
  route ? [...(route.imports ?? []), route.module] : [];
