import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Plugin, Rolldown } from 'vite';
import { PUBLIC_FRAME, publicFiles, STARTS } from '../routes.ts';

/** The list that names every icon of lucide-react, and so leads to all of them. */
const ICON_LIST = '/lucide-react/dist/esm/lucide-react.mjs';

/** The largest module, in characters, that the frame's file includes rather than a separate one. */
const SMALL = 2_500;

interface FrameChunkOptions {
  routes: readonly RouteConfigEntry[];
  appFolder: string;
  /** The modules of public pages. */
  modules: readonly string[];
  /** Goes with the router, which calls it. */
  routeModuleLoader: string;
}

/**
 * Puts what every public page needs into a few files, where the bundler by itself makes one of each
 * part that any two pages share: each file costs a request, and its headers weigh more than most
 * parts. The libraries are files of their own, so that none takes long to run and they keep their
 * names while the site changes. Most visits begin at the index route, so the frame has the small
 * parts of that page too.
 */
export function frameChunk({ routes, appFolder, modules, routeModuleLoader }: FrameChunkOptions): Plugin {
  const frameRoute = routes.find(({ id }) => id === PUBLIC_FRAME);
  const indexFile = frameRoute?.children?.find((route) => route.index)?.file;
  if (!frameRoute || !indexFile) throw new Error(`No route "${PUBLIC_FRAME}" has an index route.`);
  const roots = new Set([...STARTS, frameRoute.file].map((file) => join(appFolder, file)));
  const pageFiles = publicFiles(routes).map((file) => join(appFolder, file));
  const isRoot = (id: string) => roots.has(id.split('?')[0] ?? id);
  const imports = new Map<string, readonly string[]>();
  const sizes = new Map<string, number>();
  let frame: Set<string> | undefined;
  const isInFrame = (id: string) => {
    if (!frame) {
      const base = reachable(imports, isRoot);
      frame = new Set([...base, ...smallShared(base)]);
    }
    // The stylesheet belongs to the root route, which hands it to the pages.
    return frame.has(id) && !isRoot(id) && !id.endsWith('.css');
  };
  /** The modules that the first page shares with others, if all that they add is small. */
  const smallShared = (base: ReadonlySet<string>) => {
    const pages = pageFiles.map((file) => reachable(imports, (id) => id.split('?')[0] === file));
    const first = pages[pageFiles.indexOf(join(appFolder, indexFile))];
    const weigh = (id: string) =>
      [...reachable(imports, (root) => root === id)]
        .filter((part) => !base.has(part))
        .reduce((sum, part) => sum + (sizes.get(part) ?? 0), 0);
    const isShared = (id: string) => first?.has(id) && pages.filter((page) => page.has(id)).length > 1;
    return modules.filter((id) => isShared(id) && weigh(id) <= SMALL);
  };
  // Named before what builds on them, so that each stays by itself.
  const groups = [
    { name: 'react', test: /\/node_modules\/react\// },
    { name: 'react-dom', test: /\/node_modules\/(react-dom|scheduler)\// },
    {
      name: 'react-router',
      test: (id: string) => id === routeModuleLoader || id.includes('/node_modules/react-router/'),
    },
    { name: 'frame', test: isInFrame },
    { name: 'icons', test: /\/node_modules\/lucide-react\// },
  ];
  const codeSplitting: Rolldown.CodeSplittingOptions = {
    groups: groups.map((group, position) => ({ ...group, priority: groups.length - position })),
  };
  return {
    name: 'paint-first:frame-chunk',
    config: () => ({
      environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
    }),
    moduleParsed({ id, importedIds, code }) {
      if (this.environment.name !== 'client') return;
      imports.set(id, id.endsWith(ICON_LIST) ? [] : importedIds);
      sizes.set(id, code?.length ?? 0);
    },
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      const names = new Set(Object.values(bundle).map(({ name }) => name));
      const lost = groups.filter(({ name }) => !names.has(name)).map(({ name }) => name);
      if (lost.length > 0) this.error(`The build has no file for ${lost.join(', ')} (frame-chunk.ts).`);
    },
  };
}

/** Every module that the roots import statically, directly or through others. */
function reachable(
  imports: ReadonlyMap<string, readonly string[]>,
  isRoot: (id: string) => boolean,
): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of imports.get(id) ?? []) visit(imported);
  };
  for (const id of imports.keys()) if (isRoot(id)) visit(id);
  return found;
}
