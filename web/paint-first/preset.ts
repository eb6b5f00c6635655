import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Preset } from '@react-router/dev/config';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { type BuiltPage, checkPublicPage, inspectPage, type PagesManifest } from './build/built-page.ts';
import { namesOf, withOwnStyles } from './build/page-styles.ts';
import { NOT_FOUND_PATH, publicPaths, routePatterns } from './routes.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes `file.br` and `file.gz`, each only if it is smaller than the file itself. */
async function writeCompressedCopies(file: string): Promise<void> {
  const original = await readFile(file);
  const copies = {
    br: await compressBrotli(original, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: original.length,
      },
    }),
    gz: await compressGzip(original, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [ending, copy] of Object.entries(copies)) {
    if (copy.length < original.length) await writeFile(`${file}.${ending}`, copy);
    else await rm(`${file}.${ending}`, { force: true });
  }
}

interface PresetOptions {
  routes: RouteConfigEntry[];
  /** The origin of absolute addresses in the pages. */
  origin: string;
}

/**
 * Has React Router write every public page to HTML. After the build it shortens what each page
 * carries, checks that the page still paints first, writes what the server must know of the pages to
 * `pages.json` (beside the served folder, never in it), and puts a brotli and a gzip copy next to
 * every text file.
 */
export function paintFirstPreset({ routes, origin }: PresetOptions): Preset {
  return {
    name: 'paint-first',
    reactRouterConfig: () => ({
      ssr: false,
      prerender: publicPaths(routes),
      buildEnd: ({ reactRouterConfig }) => finishBuild(reactRouterConfig.buildDirectory, { routes, origin }),
    }),
  };
}

const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}/index.html`);

async function finishBuild(buildFolder: string, { routes, origin }: PresetOptions): Promise<void> {
  const clientFolder = join(buildFolder, 'client');
  const read = (file: string) => readFile(join(clientFolder, file), 'utf8');
  const write = (file: string, text: string) => writeFile(join(clientFolder, file), text);

  const late = namesOf(await read(findAsset(clientFolder, 'public-utilities-*.css')));
  const built = new Map<string, BuiltPage>();
  for (const path of publicPaths(routes)) {
    const file = fileOf(path);
    const html = withOwnStyles(await read(file), late);
    const faults = checkPublicPage(html);
    if (faults.length > 0) throw new Error(`${path} no longer paints first:\n${faults.join('\n')}`);
    await write(file, html);
    built.set(path, inspectPage(file, html));
  }
  const notFound = built.get(NOT_FOUND_PATH);
  if (!notFound) throw new Error('No public route is the catch-all.');
  built.delete(NOT_FOUND_PATH);
  const manifest: PagesManifest = {
    pages: Object.fromEntries(built),
    fallback: inspectPage('__spa-fallback.html', await read('__spa-fallback.html')),
    notFound,
    routes: routePatterns(routes),
    origin,
  };
  await writeFile(join(buildFolder, 'pages.json'), `${JSON.stringify(manifest, null, 2)}\n`);

  const routeList = findAsset(clientFolder, 'manifest-*.js');
  await write(routeList, shortenRouteList(await read(routeList)));

  const files = globSync('**/*.{html,js,mjs,css,svg,json,txt,xml,webmanifest}', { cwd: clientFolder });
  await Promise.all(files.map((file) => writeCompressedCopies(join(clientFolder, file))));
  console.log(
    `pages.json: ${built.size + 2} pages, ${manifest.routes.length} routes; ${files.length} files compressed`,
  );
}

/** The only built file of a kind whose name has a hash. */
function findAsset(clientFolder: string, pattern: string): string {
  const [file] = globSync(`assets/${pattern}`, { cwd: clientFolder });
  if (!file) throw new Error(`The build left no ${pattern}`);
  return file;
}

/**
 * Every page loads the list of all routes. More than half of it is the files that each route's
 * module imports, which browsers follow by themselves. Only the root's are read.
 */
function shortenRouteList(code: string): string {
  const [, start = '', list = ''] = /^([\w.]+=)(\{.*\});?\s*$/s.exec(code) ?? [];
  const manifest: { routes: Record<string, { imports?: string[] }> } = JSON.parse(list);
  for (const [id, route] of Object.entries(manifest.routes)) if (id !== 'root') delete route.imports;
  return `${start}${JSON.stringify(manifest)};`;
}
