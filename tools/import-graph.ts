import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** One source file and what it imports. Paths are from the root, with `/` between the parts. */
export interface SourceFile {
  path: string;
  text: string;
  /** Files of the tree. */
  imports: readonly string[];
  /** Those of them that are loaded when the file is: an `import type` is gone by then. */
  loaded: readonly string[];
  /** Packages, `node:` modules, and relative paths that lead to no file. */
  packages: readonly string[];
}

const IGNORED = new Set([
  'node_modules',
  'build',
  'dist',
  'data',
  '.git',
  '.cache',
  '.react-router',
  'test-results',
]);
const CODE = /\.(ts|tsx|mts|mdx)$/;
const TYPE_IMPORT = /^\s*(?:import|export) type\b/;
const IMPORTS = [
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

/** Reads every source file below `root`, whatever folders there are. */
export function readSources(root: string): SourceFile[] {
  const paths = listFiles(root, '').filter((path) => CODE.test(path));
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const found = specifiersOf(text).map(({ specifier, isType }) => ({
      specifier,
      isType,
      target: resolveImport(root, path, specifier),
    }));
    return {
      path,
      text,
      imports: found.flatMap(({ target }) => target ?? []),
      loaded: found.flatMap(({ target, isType }) => (target && !isType ? target : [])),
      packages: found.flatMap(({ specifier, target }) => (target ? [] : specifier)),
    };
  });
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : listFiles(root, path);
    return entry.isFile() ? [path] : [];
  });
}

function specifiersOf(text: string): { specifier: string; isType: boolean }[] {
  return IMPORTS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      specifier: match[1] ?? '',
      isType: TYPE_IMPORT.test(match[0]),
    })),
  );
}

/**
 * The file that an import names: a relative path, or a workspace's package (`@atelier/domain/x.ts`).
 * A query says how Vite imports the file (`./x.ts?inline-script`), not which.
 */
function resolveImport(root: string, from: string, importPath: string): string | undefined {
  const specifier = importPath.replace(/(?<=\.tsx?)\?.*$/, '');
  const path = specifier.startsWith('.')
    ? resolve(root, dirname(from), specifier)
    : specifier.startsWith('@atelier/')
      ? resolve(root, ...workspacePath(specifier))
      : undefined;
  if (!path || !existsSync(path) || !statSync(path).isFile()) return undefined;
  return relative(root, path).replaceAll('\\', '/');
}

/** As the workspaces' `exports` say: the domain's files are below its `src`. */
function workspacePath(specifier: string): string[] {
  const [, name = '', ...rest] = specifier.split('/');
  return name === 'domain' ? [name, 'src', ...rest] : [name, ...rest];
}

/** The first circle of imports found, as the paths along it; undefined when there is none. */
export function findCircle(files: readonly SourceFile[]): string[] | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (path: string): string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return undefined;
    way.push(path);
    for (const next of byPath.get(path)?.imports ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    way.pop();
    done.add(path);
    return undefined;
  };
  for (const { path } of files) {
    const circle = visit(path);
    if (circle) return circle;
  }
  return undefined;
}

/** The files along which `from` loads one that `isSought`; undefined when it never does. */
export function findLoadPath(
  files: readonly SourceFile[],
  from: string,
  isSought: (file: SourceFile) => boolean,
): string[] | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const visit = (path: string): string[] | undefined => {
    const file = byPath.get(path);
    if (!file || seen.has(path)) return undefined;
    seen.add(path);
    if (isSought(file)) return [path];
    for (const next of file.loaded) {
      const rest = visit(next);
      if (rest) return [path, ...rest];
    }
    return undefined;
  };
  return visit(from);
}
