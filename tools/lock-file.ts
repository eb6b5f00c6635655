import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a package.json and the entry of a workspace in the lock file both say. */
export interface Manifest {
  workspaces?: readonly string[];
  dependencies?: Readonly<Record<string, string>>;
  devDependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
  /** Packages whose install scripts npm may run, and those that are refused. */
  allowScripts?: Readonly<Record<string, boolean>>;
}

interface LockedPackage extends Manifest {
  license?: string;
  peerDependencies?: Readonly<Record<string, string>>;
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

export interface LockFile {
  lockfileVersion: number;
  packages: Readonly<Record<string, LockedPackage>>;
}

/** The hosts that a package may come from when the lock file names one. */
const REGISTRY = 'https://registry.npmjs.org/';
const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/;
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/**
 * What is wrong with the lock file: a package that npm could not verify, one from elsewhere than the registry, a version that isn't
 * exact, an install script that nobody has decided on, or a package.json that says something else.
 * @param manifests every package.json by its folder; the root's is ''
 */
export function findLockFaults(lock: LockFile, manifests: Readonly<Record<string, Manifest>>): string[] {
  const allowed = manifests['']?.allowScripts ?? {};
  return [
    ...(lock.lockfileVersion === 3 ? [] : [`The lock file has version ${lock.lockfileVersion}, not 3`]),
    ...Object.entries(lock.packages).flatMap(([path, entry]) => packageFaults(path, entry, allowed)),
    ...Object.entries(manifests).flatMap(([folder, manifest]) => [
      ...versionFaults(folder, manifest),
      ...driftFaults(folder, manifest, lock.packages[folder] ?? {}),
    ]),
  ];
}

function packageFaults(
  path: string,
  { integrity, resolved, link, inBundle, hasInstallScript }: LockedPackage,
  allowed: Readonly<Record<string, boolean>>,
): string[] {
  // The project's own folders are read from where they are.
  if (!path.includes('node_modules/') || link) return [];
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const faults: string[] = [];
  // A bundled package is part of the one that contains it, and of its hash.
  if (!inBundle && !INTEGRITY.test(integrity ?? '')) faults.push(`${path} has no SHA-512 hash`);
  if (resolved !== undefined && !resolved.startsWith(REGISTRY)) faults.push(`${path} comes from ${resolved}`);
  if (hasInstallScript && allowed[name] === undefined) {
    faults.push(`${path} has an install script: allow or refuse it under allowScripts in package.json`);
  }
  return faults;
}

function versionFaults(folder: string, manifest: Manifest): string[] {
  return GROUPS.flatMap((group) => Object.entries(manifest[group] ?? {}))
    .filter(([, version]) => !EXACT.test(version))
    .map(
      ([name, version]) => `${folder || 'The root'} asks for ${name} ${version}, which is no exact version`,
    );
}

function driftFaults(folder: string, manifest: Manifest, locked: Manifest): string[] {
  return GROUPS.flatMap((group) => {
    const [wanted, noted] = [manifest[group] ?? {}, locked[group] ?? {}];
    return [...new Set([...Object.keys(wanted), ...Object.keys(noted)])]
      .filter((name) => wanted[name] !== noted[name])
      .map(
        (name) =>
          `${folder || 'The root'}: package.json has ${name} ${wanted[name] ?? 'not at all'}, the lock file ${noted[name] ?? 'not at all'}`,
      );
  });
}

const root = join(import.meta.dirname, '..');
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The lock file of the project with every package.json. */
export function readLock(): { lock: LockFile; manifests: Record<string, Manifest> } {
  const own = readJson('package.json') as Manifest;
  const folders = ['', ...(own.workspaces ?? [])];
  const manifests = folders.map((folder) => [folder, readJson(join(folder, 'package.json')) as Manifest]);
  return { lock: readJson('package-lock.json') as LockFile, manifests: Object.fromEntries(manifests) };
}

if (import.meta.main) {
  const { lock, manifests } = readLock();
  const faults = findLockFaults(lock, manifests);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log(`Lock file: ${Object.keys(lock.packages).length} entries, each exact and with its hash.`);
}
