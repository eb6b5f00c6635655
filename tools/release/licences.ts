import parse, { type Expression } from 'spdx-expression-parse';
import type { LockFile } from '../lock-file.ts';

/** What may be part of a release: each lets a closed product have it for naming its authors. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/**
 * Packages under the MPL-2.0, unchanged, and where their source is: a release has to say so (3.2 of the licence), and its own code
 * stays under its own (3.3).
 */
export const SOURCE_OF: Readonly<Record<string, string>> = {
  'ical.js': 'https://github.com/kewisch/ical.js',
};

/** Of packages whose package.json has none, or another: their LICENSE file's, by name and version. */
const BY_FILE: Readonly<Record<string, string>> = {
  'png-js@2.0.0': 'MIT',
  '@fontsource/dejavu-sans@5.3.0': 'Bitstream-Vera',
};

/**
 * The site's packages are development dependencies, and so are the tools that build it. These tools leave nothing of themselves
 * in it.
 */
const TOOLS_OF_SITE =
  /^(@types\/.*|@react-router\/(dev|node)|@tailwindcss\/vite|@mdx-js\/mdx|lightningcss|vite)$/;

/** The licence of a package, from its name, version and package.json. */
export const licenceOf = (name: string, version: string, noted: string | undefined): string =>
  BY_FILE[`${name}@${version}`] ?? noted ?? 'none';

/** Whether a licence, or what several of them come to, may be part of a release. */
export function isAllowed(licence: string): boolean {
  try {
    return allows(parse(licence));
  } catch {
    return false;
  }
}

function allows(expression: Expression): boolean {
  // An exception, or "or later", would be another licence than the one on the list.
  if ('license' in expression) return ALLOWED.has(expression.license) && !expression.exception;
  const { left, conjunction, right } = expression;
  return conjunction === 'or' ? allows(left) || allows(right) : allows(left) && allows(right);
}

/** Whether a package under a licence may be part of a release. */
export const mayShip = (name: string, licence: string): boolean =>
  isAllowed(licence) || (licence === 'MPL-2.0' && SOURCE_OF[name] !== undefined);

/** Each package that may become part of a release and has a licence that may not. */
export function findLicenceFaults(lock: LockFile): string[] {
  return [...listShippable(lock)].flatMap((path) => {
    const { version = '', license } = lock.packages[path] ?? {};
    const licence = licenceOf(nameOf(path), version, license);
    return mayShip(nameOf(path), licence) ? [] : [`${nameOf(path)} ${version}: ${licence}`];
  });
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * The places in the lock file of all packages that the server, the site and their packages ask for. Not all of it becomes part of
 * the builds, which leave out what nobody calls.
 */
export function listShippable({ packages }: LockFile): Set<string> {
  const found = new Set<string>();
  const add = (from: string, names: readonly string[]) => {
    for (const name of names) {
      const path = resolve(from, name);
      if (!path || found.has(path)) continue;
      const entry = packages[path] ?? {};
      // The project's own folders are asked below.
      if (entry.link) continue;
      found.add(path);
      const { dependencies, optionalDependencies, peerDependencies } = entry;
      add(path, Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }));
    }
  };
  const resolve = (from: string, name: string): string | undefined => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
      const path = `${folder}${folder && '/'}node_modules/${name}`;
      if (packages[path]) return path;
      if (folder === '') return undefined;
    }
  };
  for (const folder of ['domain', 'content', 'server', 'web']) {
    const { dependencies, devDependencies } = packages[folder] ?? {};
    const ofSite = folder === 'web' ? Object.keys(devDependencies ?? {}) : [];
    add(folder, [...Object.keys(dependencies ?? {}), ...ofSite.filter((name) => !TOOLS_OF_SITE.test(name))]);
  }
  return found;
}
