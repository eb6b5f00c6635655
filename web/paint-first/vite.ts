import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Plugin } from 'vite';
import { frameChunk } from './build/frame-chunk.ts';
import { inlineScripts } from './build/inline-scripts.ts';
import { publicModules } from './routes.ts';

/**
 * Runs the modules that say what pages show while building, and gives the browser what comes out of
 * them: not the rules by which it was chosen, nor what other pages say. They may only export plain
 * values.
 */
function buildTimeContent(modules: RegExp): Plugin {
  let isUsed = false;
  return {
    name: 'paint-first:build-time-content',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async load(id) {
      if (!modules.test(id)) return null;
      isUsed = true;
      const values: Record<string, unknown> = await import(pathToFileURL(id).href);
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${literal(value, `${name} of ${id}`)};`)
        .join('\n');
    },
    buildEnd(error) {
      if (!error && !isUsed) this.error(`No module is ${modules}: the browser gets them as they are.`);
    },
  };
}

function literal(value: unknown, what: string): string {
  const text = JSON.stringify(value);
  if (text === undefined || !isDeepStrictEqual(JSON.parse(text), value)) {
    throw new Error(`Not a plain value, so the browser can't have it: ${what}`);
  }
  return text;
}

/**
 * Public pages carry their stylesheet inside, so it has only the classes of what they are made of:
 * every one of their `modules` is named to Tailwind as a source of the `sheets`. In development the
 * sheets have the classes of everything, so that new files count without a restart.
 */
function publicStyles(modules: readonly string[], appFolder: string, sheets: readonly string[]): Plugin {
  const filled = new Set<string>();
  let isBuild = true;
  return {
    name: 'paint-first:public-styles',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    transform(code, id) {
      // `?url` is the module that only says where the sheet is.
      const [file = '', query] = id.split('?');
      if (!sheets.includes(file) || query === 'url') return null;
      filled.add(file);
      const sources = (isBuild ? modules : [appFolder]).map(
        (source) => `@source "${relative(appFolder, source) || '.'}";`,
      );
      return { code: [code, ...sources].join('\n'), map: null };
    },
    buildEnd(error) {
      if (error || !isBuild || this.environment.name !== 'client') return;
      const lost = sheets.filter((sheet) => !filled.has(sheet));
      if (lost.length > 0) this.error(`No page has the stylesheet ${lost.join(', ')} any more.`);
    },
  };
}

const LOADER = './routeModules.js';
const ROUTER = /\/node_modules\/react-router\/dist\/\w+\/lib\/dom\/ssr\//;

/**
 * Replaces React Router's loader of route modules with `loader`, in the files for browsers. In
 * development React Router is prebundled and keeps its own.
 */
function routeModules(loader: string): Plugin {
  let isReplaced = false;
  return {
    name: 'paint-first:route-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (this.environment.name !== 'client' || source !== LOADER || !ROUTER.test(importer)) return null;
      isReplaced = true;
      return loader;
    },
    buildEnd(error) {
      if (error || this.environment.name !== 'client' || isReplaced) return;
      this.error('React Router loads route modules elsewhere: its page reload is back (paint-first/vite.ts)');
    },
  };
}

interface PaintFirstOptions {
  routes: readonly RouteConfigEntry[];
  appFolder: string;
  /** Stylesheets below `appFolder` that have the classes of the public pages only. */
  sheets: readonly string[];
  /** Files below `appFolder` that public pages have without importing them: a compiler adds them. */
  alsoPublic: readonly string[];
  /** Modules that are run during the build, so that the browser gets their plain values only. */
  buildTimeContent: RegExp;
  /** The module below `appFolder` that loads route modules in place of React Router's own. */
  routeModuleLoader: string;
}

/** Everything that the build does for public pages. Stands before Tailwind's plug-in. */
export function paintFirst(options: PaintFirstOptions): Plugin[] {
  const { routes, appFolder } = options;
  const modules = publicModules(routes, appFolder, options.alsoPublic);
  const routeModuleLoader = join(appFolder, options.routeModuleLoader);
  return [
    publicStyles(
      modules,
      appFolder,
      options.sheets.map((sheet) => join(appFolder, sheet)),
    ),
    routeModules(routeModuleLoader),
    inlineScripts(),
    buildTimeContent(options.buildTimeContent),
    frameChunk({ routes, appFolder, modules, routeModuleLoader }),
  ];
}
