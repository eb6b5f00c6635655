import { describe, expect, it } from 'vitest';
import { findLockFaults, type LockFile, type Manifest, readLock } from './lock-file.ts';

const HASH = `sha512-${'A'.repeat(86)}==`;

function faultsOf(entry: object, manifest: Manifest = {}): string[] {
  const packages = { '': manifest, 'node_modules/one': { version: '1.0.0', integrity: HASH, ...entry } };
  return findLockFaults({ lockfileVersion: 3, packages } as LockFile, { '': manifest });
}

describe('the lock file', () => {
  it('has an exact version and a hash for every package of the product, from the registry alone', () => {
    const { lock, manifests } = readLock();
    expect(Object.keys(lock.packages).length).toBeGreaterThan(500);
    expect(Object.keys(manifests)).toEqual(['', 'domain', 'content', 'server', 'web']);
    expect(findLockFaults(lock, manifests)).toEqual([]);
  });

  it.each([
    ['has no hash', { integrity: undefined }, 'no SHA-512 hash'],
    ['has a weak hash', { integrity: 'sha1-AAAA' }, 'no SHA-512 hash'],
    ['comes from a repository', { resolved: 'git+ssh://git@host.example/one.git' }, 'comes from git'],
    ['comes from another host', { resolved: 'https://host.example/one.tgz' }, 'comes from https://host'],
    ['runs an unknown script', { hasInstallScript: true }, 'has an install script'],
  ])('is refused when a package %s', (_name, entry, fault) => {
    expect(faultsOf(entry)).toEqual([expect.stringContaining(fault)]);
  });

  it('accepts a script that is decided on, and a package inside another', () => {
    expect(faultsOf({ hasInstallScript: true }, { allowScripts: { one: false } })).toEqual([]);
    expect(faultsOf({ integrity: undefined, inBundle: true })).toEqual([]);
  });

  it.each(['^1.0.0', 'latest', 'git+https://host.example/one.git', 'file:../one'])(
    'is refused when a package.json asks for %s',
    (version) => {
      expect(faultsOf({}, { dependencies: { one: version } })).toEqual([
        expect.stringContaining('no exact version'),
      ]);
    },
  );

  it('is refused when a package.json says something else', () => {
    const packages = { '': { dependencies: { one: '1.0.0' } } };
    const manifest = { dependencies: { one: '1.0.1' } };
    expect(findLockFaults({ lockfileVersion: 3, packages }, { '': manifest })).toEqual([
      'The root: package.json has one 1.0.1, the lock file 1.0.0',
    ]);
  });
});
