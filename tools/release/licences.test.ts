import { describe, expect, it } from 'vitest';
import type { LockFile } from '../lock-file.ts';
import { findLicenceFaults, isAllowed, listShippable, mayShip } from './licences.ts';

describe('isAllowed', () => {
  it.each(['MIT', 'Apache-2.0', 'MIT OR GPL-3.0-only', '(MIT AND Zlib)', 'MIT AND ISC AND BSD-3-Clause'])(
    'accepts %s',
    (licence) => expect(isAllowed(licence)).toBe(true),
  );

  it.each([
    'GPL-3.0-only',
    'MPL-2.0',
    'MIT AND LGPL-3.0-or-later',
    'GPL-2.0-only WITH Classpath-exception-2.0',
    'SEE LICENSE IN LICENSE.md',
    'UNLICENSED',
    'none',
    '',
  ])('refuses %s', (licence) => expect(isAllowed(licence)).toBe(false));
});

/** A server that asks for `fastify`, which asks for `deep`; a site that asks for `react` and for a tool. */
function lockWith(licences: Readonly<Record<string, string | undefined>>): LockFile {
  const entry = (name: string, asked: string[] = []) => ({
    version: '1.0.0',
    ...(licences[name] && { license: licences[name] }),
    dependencies: Object.fromEntries(asked.map((other) => [other, '1.0.0'])),
  });
  return {
    lockfileVersion: 3,
    packages: {
      server: { dependencies: { fastify: '1.0.0' } },
      web: { devDependencies: { react: '1.0.0', vite: '1.0.0' } },
      'node_modules/fastify': entry('fastify', ['deep']),
      'node_modules/fastify/node_modules/deep': entry('deep'),
      'node_modules/deep': entry('another deep'),
      'node_modules/react': { ...entry('react'), peerDependencies: { 'react-is': '1.0.0' } },
      'node_modules/react-is': entry('react-is'),
      'node_modules/vite': entry('vite', ['lightningcss']),
      'node_modules/lightningcss': entry('lightningcss'),
    },
  };
}
const fine = { fastify: 'MIT', deep: 'ISC', react: 'MIT', 'react-is': 'MIT' };

describe('findLicenceFaults', () => {
  it('finds nothing where everything shipped is allowed, whatever the tools are', () => {
    expect(findLicenceFaults(lockWith({ ...fine, vite: 'MPL-2.0', lightningcss: 'GPL-3.0-only' }))).toEqual(
      [],
    );
  });

  it('finds a package that a package of the server asks for, where Node would find it', () => {
    const lock = lockWith({ ...fine, deep: 'AGPL-3.0-only' });
    expect(findLicenceFaults(lock)).toEqual(['deep 1.0.0: AGPL-3.0-only']);
    expect([...listShippable(lock)]).toContain('node_modules/fastify/node_modules/deep');
  });

  it('finds a package that another one needs beside it', () => {
    expect(findLicenceFaults(lockWith({ ...fine, 'react-is': 'CC-BY-NC-4.0' }))).toEqual([
      'react-is 1.0.0: CC-BY-NC-4.0',
    ]);
  });

  it('allows a package under the MPL-2.0 only where a release says where its source is', () => {
    const lock = lockWith({ ...fine, deep: 'MPL-2.0' });
    expect(findLicenceFaults(lock)).toEqual(['deep 1.0.0: MPL-2.0']);
    expect([mayShip('ical.js', 'MPL-2.0'), mayShip('ical.js', 'GPL-3.0-only')]).toEqual([true, false]);
  });

  it('finds a package of the site that names no licence', () => {
    expect(findLicenceFaults(lockWith({ ...fine, react: undefined }))).toEqual(['react 1.0.0: none']);
  });
});
