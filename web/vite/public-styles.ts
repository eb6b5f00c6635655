import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** What is made of the modules of public pages; `?url` is the module that only says where the sheet is. */
const SHEETS = /\/app\/public(-utilities)?\.css(\?(?!url)|$)/;

/**
 * Public pages carry their stylesheet inside, so it has only the classes of what they are made of: every module that they
 * import, at once or later (`files`), is named to Tailwind as a source of `app/public.css` and `app/public-utilities.css`. The
 * screens behind a sign-in have a sheet of their own. While developing the sheets have the classes of everything, so that new
 * files count without a restart.
 */
export function publicStyles(files: readonly string[], appFolder: string): Plugin {
  let isBuild = true;
  return {
    name: 'atelier:public-styles',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    transform(code, id) {
      if (!SHEETS.test(id)) return null;
      const sources = (isBuild ? files : [appFolder]).map(
        (file) => `@source "${relative(appFolder, file) || '.'}";`,
      );
      return { code: [code, ...sources].join('\n'), map: null };
    },
  };
}
