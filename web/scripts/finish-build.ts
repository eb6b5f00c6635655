/*
 * Runs after `react-router build`: shortens what each page carries, writes what the server must know of the built pages to
 * `web/build/pages.json` (beside the served folder, never in it) and puts a brotli and a gzip copy next to every text file.
 */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NOT_FOUND_PATH, publicPaths, routePatterns } from '../app/route-patterns.ts';
import routes from '../app/routes.ts';
import { siteOrigin } from '../vite/site-origin.ts';
import { writeCompressedCopies } from './compressed-copies.ts';
import { classesOf, withOwnStyles } from './page-styles.ts';
import { type BuiltPage, inspectPage, type PagesManifest } from './pages-manifest.ts';

const buildFolder = join(import.meta.dirname, '../build');
const clientFolder = join(buildFolder, 'client');

async function readPage(file: string): Promise<BuiltPage> {
  return inspectPage(file, await readFile(join(clientFolder, file), 'utf8'));
}

/**
 * Every page loads the list of all routes. More than half of it are the files that each route's module imports, which browsers
 * follow by themselves; they are only read for what is there at the start, so only the root keeps them.
 */
async function shortenRouteList(): Promise<void> {
  const file = findAsset('manifest-*.js');
  const [, start = '', list = ''] = /^([\w.]+=)(\{.*\});?\s*$/s.exec(await readFile(file, 'utf8')) ?? [];
  const manifest: { routes: Record<string, { imports?: string[] }> } = JSON.parse(list);
  for (const [id, route] of Object.entries(manifest.routes)) if (id !== 'root') delete route.imports;
  await writeFile(file, `${start}${JSON.stringify(manifest)};`);
}

/** The one built file of a kind that is named by its hash. */
function findAsset(pattern: string): string {
  const [name] = globSync(`assets/${pattern}`, { cwd: clientFolder });
  if (!name) throw new Error(`The build left no ${pattern}`);
  return join(clientFolder, name);
}

/** Leaves in each page the styles of its own HTML; all of them come with its scripts. */
async function shortenStyles(): Promise<void> {
  const classes = classesOf(await readFile(findAsset('public-utilities-*.css'), 'utf8'));
  await Promise.all(
    [...paths, NOT_FOUND_PATH].map(async (path) => {
      const file = join(clientFolder, fileOf(path));
      await writeFile(file, withOwnStyles(await readFile(file, 'utf8'), classes));
    }),
  );
}

const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}/index.html`);

const paths = publicPaths(routes).filter((path) => path !== NOT_FOUND_PATH);
await shortenStyles();
const manifest: PagesManifest = {
  pages: Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readPage(fileOf(path))])),
  ),
  fallback: await readPage('__spa-fallback.html'),
  notFound: await readPage(fileOf(NOT_FOUND_PATH)),
  routes: routePatterns(routes),
  origin: siteOrigin,
};
await writeFile(join(buildFolder, 'pages.json'), `${JSON.stringify(manifest, null, 2)}\n`);

await shortenRouteList();

const files = globSync('**/*.{html,js,mjs,css,svg,json,txt,xml,webmanifest}', { cwd: clientFolder });
await Promise.all(files.map((file) => writeCompressedCopies(join(clientFolder, file))));
console.log(
  `pages.json: ${paths.length + 2} pages, ${manifest.routes.length} routes; ${files.length} files compressed`,
);
