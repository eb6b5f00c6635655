import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Plugin, Rolldown } from 'vite';
import { publicFiles } from '../paint-first/routes.ts';

/** A part that this many screens share goes into the file of shared parts. */
const SHARED_BY = 6;
/** As many users has a part of such a file that public pages load late: a page would load in vain what it doesn't need. */
const SHARED_WITH_PUBLIC_BY = 8;

interface ScreenChunksOptions {
  appFolder: string;
  routes: readonly RouteConfigEntry[];
  /** What stands around every screen behind a sign-in, below `appFolder`. */
  frames: readonly string[];
  /** The module of the signed-in user's account, which public pages load for a user with a session. */
  account: string;
  /** The modules of public pages. */
  publicModules: readonly string[];
}

/** Libraries that only some screens need: parts that bring them stay out of the shared file. */
const HEAVY = /\/node_modules\/(react-hook-form|@hookform|zod|@dnd-kit|recharts)\//;

/**
 * Puts what screens behind a sign-in share into four files: the account's and light parts, which public pages load too,
 * what surrounds every screen, and parts that many screens use. The bundler by itself made sixty of them, in four
 * generations of imports; on a slow network each costs its headers, and each generation a round trip. Stands
 * after the files of public pages, which keep theirs.
 */
export function screenChunks(options: ScreenChunksOptions): Plugin {
  const { appFolder, routes } = options;
  const imports = new Map<string, readonly string[]>();
  const lateImports = new Map<string, readonly string[]>();
  const inApp = (files: readonly string[]) => files.map((file) => join(appFolder, file));
  const routeFiles = inApp(filesOf(routes));
  const frames = inApp(options.frames);
  const visitedFiles = new Set(inApp(publicFiles(routes)));
  const find = once(() => ({
    account: reachable([imports], inApp([options.account])),
    frame: reachable([imports], frames),
    visited: reachable([imports, lateImports], options.publicModules),
    screens: reachable(
      [imports, lateImports],
      routeFiles.filter((file) => !visitedFiles.has(file)),
    ),
  }));
  // A route's own module stays in a file of its own, which the router asks for.
  const isPart = (id: string) => !/\.css|^\0/.test(id) && !routeFiles.includes(fileOf(id));
  const isOwn = (id: string) => isPart(id) && !find().visited.has(id);
  const isLight = (id: string) => ![...reachable([imports], [id])].some((each) => HEAVY.test(each));
  const groups: Rolldown.CodeSplittingGroup[] = [
    { name: 'account', test: (id) => isPart(id) && find().account.has(id), priority: 0.9 },
    // What public pages load late and most screens use. Smaller files in a greater number take longer to arrive.
    {
      name: 'shared',
      test: (id) => isPart(id) && isLight(id) && find().visited.has(id) && find().screens.has(id),
      minShareCount: SHARED_WITH_PUBLIC_BY,
      priority: 0.85,
    },
    // What else public pages load late stays as the bundler splits it.
    {
      name: 'late',
      test: (id) => isPart(id) && find().visited.has(id) && find().screens.has(id),
      entriesAware: true,
      priority: 0.8,
    },
    { name: 'screens', test: (id) => isOwn(id) && find().frame.has(id), priority: 0.7 },
    { name: 'parts', test: (id) => isOwn(id) && isLight(id), minShareCount: SHARED_BY, priority: 0.6 },
  ];
  return {
    name: 'screen-chunks',
    config: () => ({
      environments: {
        client: { build: { rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames } } } },
      },
    }),
    moduleParsed({ id, importedIds, dynamicallyImportedIds }) {
      if (this.environment.name !== 'client') return;
      // React Router's variants of a route's module ("?…") count as the module.
      const file = fileOf(id);
      imports.set(file, [...(imports.get(file) ?? []), ...importedIds.map(fileOf)]);
      lateImports.set(file, [...(lateImports.get(file) ?? []), ...dynamicallyImportedIds.map(fileOf)]);
    },
  };
}

/** The bundler adds the names of all that use a file, and each page carries the names of its late files. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash].js`;

const fileOf = (id: string) => id.split('?')[0] ?? id;

const filesOf = (routes: readonly RouteConfigEntry[]): string[] =>
  routes.flatMap(({ file, children }) => [file, ...filesOf(children ?? [])]);

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Every module that the roots lead to, with the roots. */
function reachable(
  ways: readonly ReadonlyMap<string, readonly string[]>[],
  roots: readonly string[],
): Set<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    for (const imports of ways) for (const imported of imports.get(id) ?? []) visit(imported);
  };
  for (const root of roots) visit(root);
  return found;
}
