import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { typefaces } from '@atelier/content/typefaces.ts';
import { readLock } from '../lock-file.ts';
import { licenceOf, mayShip, SOURCE_OF } from './licences.ts';
import { TARGETS, type Target } from './native-packages.ts';

const root = join(import.meta.dirname, '../..');

/** A package with something of it in a release. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** As an SPDX expression. */
  licence: string;
  /** As the lock file has it: of the registry's archive. */
  integrity: string;
  /** The licence's text with its authors. */
  text: string;
}

interface Named {
  name: string;
  version: string;
}

/** Lists that the builds write: of the server by `build-server.ts`, of the site by Vite. */
const LISTS = ['server/build/packages.json', 'web/build/client/.vite/packages.json'];
/** Style sheets and typefaces of the site, which Vite's list leaves out, and typefaces of documents. */
const FILES_OF = [
  'tailwindcss',
  ...Object.values(typefaces).flatMap((face) => [
    `@fontsource-variable/${face.package}`,
    `@fontsource/${face.package}`,
  ]),
  '@fontsource/noto-sans',
  '@fontsource/dejavu-sans',
];
const NATIVE = ['better-sqlite3', '@node-rs/argon2'];

/**
 * Every package with something of it in the release for `target`, by name and version. Server and site must be built.
 * @throws for one with a licence that a release may not contain, without a licence's text, or that the lock file doesn't have
 */
export function listShippedPackages(target: Target): ShippedPackage[] {
  const { packages } = readLock().lock;
  const listed = LISTS.flatMap((path): Named[] => JSON.parse(readFileSync(join(root, path), 'utf8')));
  const others = [...FILES_OF, ...NATIVE, TARGETS[target]].map((name) => ({
    name,
    version: packages[`node_modules/${name}`]?.version ?? '',
  }));
  const unique = new Map([...listed, ...others].map((named) => [`${named.name}@${named.version}`, named]));
  return [...unique.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { name, version }]) => {
      const [path, entry] =
        Object.entries(packages).find(
          ([at, { version: noted }]) => at.endsWith(`node_modules/${name}`) && noted === version,
        ) ?? [];
      if (!path || !entry?.integrity) throw new Error(`The lock file has no ${key}`);
      const licence = licenceOf(name, version, entry.license);
      if (!mayShip(name, licence)) throw new Error(`A release may not contain ${key}: ${licence}`);
      return { name, version, licence, integrity: entry.integrity, text: readText(path, name, licence) };
    });
}

/**
 * The text of a package's licence: its own file or the end of its README, else that of its scope, whose packages come from one
 * project; of the MIT licence its usual words, with the author whom the package names.
 */
function readText(path: string, name: string, licence: string): string {
  const ofScope = { '@aws-sdk': '@aws-sdk/client-s3', '@node-rs': '@node-rs/argon2' }[
    name.split('/')[0] ?? ''
  ];
  const text =
    readLicenceFile(path) ??
    readLicenceOfReadme(path) ??
    (ofScope && readLicenceFile(`node_modules/${ofScope}`)) ??
    (licence === 'MIT' ? writeMit(path) : undefined);
  if (!text) throw new Error(`${path} has no licence’s text`);
  return text.replaceAll('\r\n', '\n').trim();
}

/** All of them: one with two licences has two files, and a NOTICE must be passed on. */
function readLicenceFile(path: string): string | undefined {
  const names = existsSync(join(root, path))
    ? globSync('{[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*,NOTICE*,COPYING*}', { cwd: join(root, path) })
    : [];
  return names.length > 0
    ? names
        .sort()
        .map((name) => readFileSync(join(root, path, name), 'utf8'))
        .join('\n')
    : undefined;
}

function readLicenceOfReadme(path: string): string | undefined {
  const [readme] = globSync('[Rr][Ee][Aa][Dd][Mm][Ee].md', { cwd: join(root, path) });
  if (!readme) return undefined;
  const text = readFileSync(join(root, path, readme), 'utf8');
  const heading = /^#+ *licen[cs]e$/im.exec(text);
  const words = heading ? text.slice(heading.index + heading[0].length).trimStart() : '';
  return /copyright/i.test(words) && /without warranty/i.test(words) ? words : undefined;
}

function writeMit(path: string): string {
  const { author } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  const words = readFileSync(join(root, 'node_modules/png-js/LICENSE'), 'utf8');
  return words.replace(/^Copyright .*$/m, `Copyright (c) ${author?.name ?? author}`);
}

/** One text with every package, its licence and the licence's words; words that several packages share are there once. */
export function writeLicences(packages: readonly ShippedPackage[]): string {
  const byText = Map.groupBy(packages, ({ text }) => text);
  const list = packages.map(({ name, version, licence }) => {
    const source = SOURCE_OF[name];
    return `  ${name} ${version}: ${licence}${source ? `, unchanged; its source is at ${source}` : ''}`;
  });
  const texts = [...byText].map(([text, sharing]) => {
    const names = sharing.map(({ name, version }) => `${name} ${version}`);
    return `${'='.repeat(80)}\n${names.join('\n')}\n${'='.repeat(80)}\n\n${text}\n`;
  });
  return [
    'Atelier contains parts of these packages, whose licences follow:',
    '',
    ...list,
    '',
    'and the list of common passwords of Django (BSD-3-Clause), whose licence is beside it, in',
    'server/src/features/auth/passwords. SQLite, in better-sqlite3, is in the public domain.',
    '',
    ...texts,
  ].join('\n');
}
