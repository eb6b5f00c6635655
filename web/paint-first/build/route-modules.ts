import type { Plugin } from 'vite';

const LOADER = './routeModules.js';
const ROUTER = /\/node_modules\/react-router\/dist\/\w+\/lib\/dom\/ssr\//;

/**
 * Replaces React Router's loader of route modules with `loader`, in the files for browsers. In
 * development React Router is prebundled and keeps its own.
 */
export function routeModules(loader: string): Plugin {
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
      this.error(
        'React Router loads route modules elsewhere: its page reload is back (paint-first/build/route-modules.ts)',
      );
    },
  };
}
