import { relative } from 'node:path';
import type { Plugin } from 'vite';

interface PublicStylesOptions {
  modules: readonly string[];
  appFolder: string;
  sheets: readonly string[];
}

/**
 * Public pages carry their stylesheet inside, so it has only the classes of what they are made of:
 * every one of their `modules` is named to Tailwind as a source of the `sheets`. In development the
 * sheets have the classes of everything, so that new files count without a restart.
 */
export function publicStyles({ modules, appFolder, sheets }: PublicStylesOptions): Plugin {
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
