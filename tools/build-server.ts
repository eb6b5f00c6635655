import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { isBuiltFrom, type Looks, type Origin, readOrigin } from './built-from.ts';

const root = join(import.meta.dirname, '..');
const sources = join(root, 'server/src');
const output = join(root, 'server/build');

const ORIGIN: Origin = {
  note: join(output, 'built-from'),
  inputs: [
    'package-lock.json',
    'tsconfig.base.json',
    'tools/build-server.ts',
    'server/package.json',
    'server/src',
    'domain/src',
    'content',
  ],
};

/**
 * Packages that stay in `node_modules`: machine code. All the others become part of the build, which reads one file in place of
 * hundreds.
 */
export const EXTERNAL = ['better-sqlite3', '@node-rs/argon2'];

/** What `debug` takes where something else has installed it, and does without: a tool's package is no part of the server. */
const LEFT_OUT = ['supports-color'];

const DATABASE = /\/(?:server\/src\/platform\/db|node_modules\/(?:kysely|pg))\//;

/** Whether the build is of the sources as they are. */
export const isServerBuilt = () => isBuiltFrom(ORIGIN);

/** Builds the server if anything that it is made of has changed since it was built. Throws when that fails. */
export async function ensureServerBuilt(looks?: Looks): Promise<void> {
  if (isBuiltFrom(ORIGIN, looks)) return;
  console.log('Building the server …');
  rmSync(ORIGIN.note, { force: true });
  const note = readOrigin(ORIGIN);
  // Loaded only now: most starts find the build up to date.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: listEntries(),
    platform: 'node',
    external: [...EXTERNAL, ...LEFT_OUT],
    plugins: [foldersOfSources, listOfPackages],
  });
  try {
    await bundle.write({
      dir: output,
      cleanDir: true,
      // A module of this format loads Node's own modules as they are asked for. An ES module gets all that they export, and with
      // `node:http` that is `fetch`: 15 MB.
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name].cjs',
      // What migrations share with the server is named, which also keeps it out of the program's first lines: an old Node, which
      // those refuse, does not survive loading it.
      codeSplitting: { groups: [{ name: 'database', test: DATABASE }] },
      sourcemap: true,
      sourcemapExcludeSources: true,
      // A text with one letter above 255 takes two bytes a letter, all of it.
      charset: 'ascii',
      comments: false,
      // Names stay, for stacks and profiles. One line is also what Node's source maps are quickest with: they measure each.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    });
  } finally {
    await bundle.close();
  }
  note();
}

/** Vitest's, once for a run of tests that start the product: they start what its owner runs, in a third of the sources' time. */
export const setup = () => ensureServerBuilt();

/**
 * The program, its commands, its threads, and each migration by its name: `thread-file.ts` and `load-migrations.ts` find theirs
 * by the folder of the build.
 */
function listEntries(): Record<string, string> {
  const list = (pattern: string) =>
    globSync(pattern, { cwd: sources }).map((path) => path.replace(/\.ts$/, ''));
  const [threads, migrations] = [list('*-worker.ts'), list('migrations/*.ts')];
  return {
    main: join(sources, 'main-built.ts'),
    studio: join(sources, 'cli/studio-built.ts'),
    ...Object.fromEntries(threads.map((name) => [name, join(sources, `${name}.ts`)])),
    ...Object.fromEntries(migrations.map((name) => [name, join(sources, `${name}.ts`)])),
  };
}

/** A file that a source reads lies beside the source, not beside the build. */
const foldersOfSources: Plugin = {
  name: 'folders-of-sources',
  transform: {
    filter: {
      id: {
        include: /\/server\/src\/.*\.ts$/,
        exclude: /\/(?:load-migrations|thread-file)\.ts$/,
      },
      code: 'import.meta.dirname',
    },
    handler: (code, id) => {
      const folder = relative(output, dirname(id)).replaceAll('\\', '/');
      // On the same line: positions of other lines stay.
      return {
        code: code.replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`),
        map: null,
      };
    },
  },
};

/** The folder of the package that a module is part of, from its path. */
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Writes the names and versions of the packages that became part of the build: a release lists them with their licences. */
const listOfPackages: Plugin = {
  name: 'list-of-packages',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
    const folders = new Set(modules.flatMap((id) => PACKAGE_FOLDER.exec(id)?.[0] ?? []));
    const packages = [...folders].sort().map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { name, version };
    });
    this.emitFile({
      type: 'asset',
      fileName: 'packages.json',
      source: `${JSON.stringify(packages, null, 2)}\n`,
    });
  },
};
