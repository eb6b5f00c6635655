import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { readLock } from '../lock-file.ts';
import type { ArchivedFile } from './archive.ts';

const root = join(import.meta.dirname, '../..');

/** What a release runs on, and the package with the machine code of Argon2 for it. Linux means one with the GNU C library. */
export const TARGETS = {
  'linux-x64': '@node-rs/argon2-linux-x64-gnu',
  'linux-arm64': '@node-rs/argon2-linux-arm64-gnu',
  'darwin-x64': '@node-rs/argon2-darwin-x64',
  'darwin-arm64': '@node-rs/argon2-darwin-arm64',
} as const;

export type Target = keyof typeof TARGETS;

/** The files of the packages with machine code, as they lie in a release: what SQLite and Argon2 need on `target`. */
export async function readNativePackages(target: Target): Promise<Map<string, ArchivedFile>> {
  const files = new Map<string, ArchivedFile>();
  // Not `lib/<target>.js`, by which bundlers choose the machine code.
  const library = 'lib/{binding,database,index,sqlite-error,util}.js';
  addInstalled(files, 'better-sqlite3', [
    'package.json',
    'LICENSE',
    library,
    'lib/methods/*.js',
    `prebuilds/${target}.node`,
  ]);
  addInstalled(files, '@node-rs/argon2', ['package.json', 'LICENSE', 'index.js']);
  const name = TARGETS[target];
  if (existsSync(join(root, 'node_modules', name))) addInstalled(files, name, ['package.json', '*.node']);
  else {
    for (const [path, bytes] of await fetchPackage(name)) {
      if (/^package\.json$|\.node$/.test(path)) files.set(`node_modules/${name}/${path}`, { bytes });
    }
  }
  return files;
}

/** Adds the files of an installed package that match. @throws when a pattern matches none */
export function addInstalled(
  files: Map<string, ArchivedFile>,
  name: string,
  patterns: readonly string[],
): void {
  const folder = `node_modules/${name}`;
  for (const pattern of patterns) {
    const paths = globSync(pattern, { cwd: join(root, folder) });
    if (paths.length === 0) throw new Error(`${folder} has no ${pattern}`);
    for (const path of paths) {
      files.set(`${folder}/${path}`, { bytes: readFileSync(join(root, folder, path)) });
    }
  }
}

/**
 * A package for another machine: npm leaves it out of `node_modules`. From npm's cache or the registry, and compared with the
 * lock file's hash.
 */
async function fetchPackage(name: string): Promise<Map<string, Buffer>> {
  const { version, integrity } = readLock().lock.packages[`node_modules/${name}`] ?? {};
  const folder = mkdtempSync(join(tmpdir(), 'atelier-package-'));
  try {
    const options = ['--pack-destination', folder, '--prefer-offline', '--ignore-scripts'];
    const { status, stderr } = spawnSync('npm', ['pack', `${name}@${version}`, ...options], {
      encoding: 'utf8',
    });
    const [file] = readdirSync(folder);
    if (status !== 0 || !file) throw new Error(`npm has no ${name} ${version}:\n${stderr}`);
    const packed = readFileSync(join(folder, file));
    const hash = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
    if (hash !== integrity) throw new Error(`${name} ${version} isn’t what the lock file names: ${hash}`);
    return await readArchive(packed);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files of a compressed tar archive by their path, without the folder that all of them are in. */
export async function readArchive(packed: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const tar = extract();
  tar.end(gunzipSync(packed));
  for await (const entry of tar) {
    files.set(entry.header.name.replace(/^[^/]+\//, ''), await buffer(entry));
  }
  return files;
}
