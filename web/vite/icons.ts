import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const LIST = '/lucide-react/dist/esm/lucide-react.mjs';
const LINE = /export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g;
const TAKEN = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;

/** A file that is one icon. */
export const iconFile = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/;

/** Whether a module is the list that names all icons, from which every module takes a few. */
export const isIconList = (id: string): boolean => id.endsWith(LIST);

/** What every icon's file makes its component with. */
const MAKER = '../createLucideIcon.mjs';

/** Has the icons of the built site made by `maker`, a module of ours, which is lighter than the package's own. */
export function lightIcons(maker: string): Plugin {
  let isUsed = false;
  return {
    name: 'atelier:light-icons',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId(source, importer) {
      if (source !== MAKER || !importer || !iconFile.test(importer)) return null;
      isUsed = true;
      return maker;
    },
    buildEnd(error) {
      if (!error && !isUsed) throw new Error(`No icon is made by ${MAKER} any more: see vite/icons.ts`);
    },
  };
}

let files: Map<string, string> | undefined;

/** The files of the icons that a module takes from the list. Its names have to stand in the module as they are written. */
export function iconsTakenBy(code: string, list: string): string[] {
  files ??= readList(list);
  const names = [...code.matchAll(TAKEN)].flatMap(([, taken = '']) => taken.split(','));
  return names
    .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
    .filter((name) => name !== '')
    .map((name) => {
      const file = files?.get(name);
      if (!file) throw new Error(`There is no icon "${name}" in ${list}`);
      return file;
    });
}

/** Every name of every icon with its file: each has several. */
function readList(list: string): Map<string, string> {
  const lines = readFileSync(list, 'utf8').matchAll(LINE);
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      names
        .split(',')
        .map((name): [string, string] => [name.trim().replace('default as ', ''), join(dirname(list), file)]),
    ),
  );
}
