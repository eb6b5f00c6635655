import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLock } from '../lock-file.ts';
import { rehearse, rehearseUpgrade } from '../rehearse-release.ts';
import { makeSampleContract } from '../sample-contract.ts';
import { findBillFaults } from './bill-of-materials.ts';
import { listShippable } from './licences.ts';
import { readArchive, type Target } from './native-packages.ts';
import { UnpackedRelease } from './unpacked.ts';

const root = join(import.meta.dirname, '../..');
const here = `${process.platform}-${process.arch}` as Target;

let folder: string;
let archive: string;
let files: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-release-'));
  archive = makeRelease('made');
  files = await readArchive(readFileSync(archive));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Without the tests' own variables, by which a build would differ. @returns the path of the archive */
function makeRelease(name: string): string {
  const { PATH, HOME } = process.env;
  const made = join(folder, name);
  execFileSync(process.execPath, [join(root, 'tools/release.ts'), '--target', here, '--to', made], {
    env: { PATH, HOME },
  });
  return join(made, readdirSync(made).find((file) => file.endsWith('.tar.gz')) ?? '');
}

/** Every place in the archive that files may be in, and what they may be there. */
const EXPECTED = [
  /^(studio|package\.json|README\.md|LICENSES\.txt|bom\.cdx\.json|\.env\.example)$/,
  /^deploy\/(systemd\/atelier\.service|caddy\/Caddyfile|nginx\/atelier\.conf|grafana\/atelier\.json|prometheus\/[\w.]+\.yml)$/,
  /^server\/build\/(migrations\/)?[\w-]+\.cjs(\.map)?$/,
  /^server\/src\/features\/auth\/passwords\/common-passwords\.(txt\.gz|license\.txt)$/,
  /^web\/build\/(pages\.json|client\/.+\.(html|js|mjs|css|json|webmanifest|txt|xml|svg|ico|png|webp|avif|woff2)(\.br|\.gz)?)$/,
  /^node_modules\/(better-sqlite3|@node-rs\/argon2)\/(package\.json|LICENSE|index\.js|lib\/.+\.js)$/,
  /^node_modules\/@fontsource\/[\w-]+\/(package\.json|LICENSE|files\/[\w-]+-(400|600|700)-normal\.woff)$/,
];
const NATIVE = /\.node$/;

/** What the builds say that they are made of, and what lies in the archive's own folder of packages. */
function expectedPackages(): { name: string; version: string }[] {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const installed = [...files].filter(([path]) => /^node_modules\/.+\/package\.json$/.test(path));
  return [
    ...read('server/build/packages.json'),
    ...read('web/build/client/.vite/packages.json'),
    ...installed.map(([, json]) => JSON.parse(json.toString())),
  ];
}

describe('release', () => {
  it('contains what is meant and nothing else', () => {
    const unexpected = [...files.keys()].filter(
      (path) =>
        !EXPECTED.some((pattern) => pattern.test(path)) && !path.startsWith('node_modules/@node-rs/argon2-'),
    );
    expect(unexpected).toEqual([`node_modules/better-sqlite3/prebuilds/${here}.node`]);
    const maps = [...files].filter(([path]) => path.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(0);
    for (const [path, map] of maps) expect(JSON.parse(map.toString()).sourcesContent, path).toBeUndefined();
    expect([...files.keys()].filter((path) => NATIVE.test(path))).toHaveLength(2);
  });

  it('takes less than 80 MB, packed or not', () => {
    const size = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    expect(size).toBeLessThan(80e6);
  });

  it('names no folder of the machine that made it', () => {
    const naming = [...files].filter(([, bytes]) => bytes.includes(root)).map(([path]) => path);
    expect(naming).toEqual([]);
  });

  it('lists every package with something of it in the archive, each with version, licence and the hash of the lock file', () => {
    const json = files.get('bom.cdx.json')?.toString() ?? '';
    expect(findBillFaults(json)).toEqual([]);
    const listed = new Map<string, { licenses: unknown[]; hashes: { content: string }[] }>(
      JSON.parse(json).components.map(({ purl, ...component }: { purl: string }) => [purl, component]),
    );
    const { lock } = readLock();
    const paths = Object.keys(lock.packages);
    for (const { name, version } of expectedPackages()) {
      const component = listed.get(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect(component?.licenses, name).toHaveLength(1);
      const path = paths.find(
        (at) => at.endsWith(`node_modules/${name}`) && lock.packages[at]?.version === version,
      );
      const { integrity = '' } = lock.packages[path ?? ''] ?? {};
      const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      expect(component?.hashes, name).toEqual([{ alg: 'SHA-512', content: hash }]);
    }
  });

  it('has the licence’s text of every package that it lists', () => {
    const licences = files.get('LICENSES.txt')?.toString() ?? '';
    const { components } = JSON.parse(files.get('bom.cdx.json')?.toString() ?? '');
    for (const { group, name, version } of components) {
      const full = `${group ? `${group}/` : ''}${name} ${version}`;
      // In the list, and above a text.
      expect(licences, full).toContain(`  ${full}: `);
      expect(licences, full).toMatch(new RegExp(`^${RegExp.escape(full)}$`, 'm'));
    }
    for (const word of ['Fastify', 'Meta Platforms', 'SIL OPEN FONT LICENSE', 'Apache License']) {
      expect(licences).toContain(word);
    }
  });

  it('contains no package that the check of licences doesn’t know', () => {
    const { lock } = readLock();
    const known = [...listShippable(lock)].map((path) => path.replace(/^.*node_modules\//, ''));
    const names = expectedPackages().map(({ name }) => name);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('has the same bytes when it is made again', async () => {
    expect(readFileSync(makeRelease('again')).equals(readFileSync(archive))).toBe(true);
    const sums = ['made', 'again'].map((name) => readFileSync(join(folder, name, 'SHA256SUMS'), 'utf8'));
    expect(sums[0]).toBe(sums[1]);
  });

  it('starts on its own, backs up, and goes on elsewhere from the backup', async () => {
    const steps = await rehearse(archive);
    expect(steps.at(-1)?.title).toBe('read the inbox there');
  });

  it('takes over from the version that runs, without a failed call', async () => {
    const steps = await rehearseUpgrade(archive, archive);
    expect(steps.at(-1)?.title).toMatch(/^find [1-9]\d* acknowledged enquiries/);
  });

  it('says its version, machine and commit', () => {
    const { output } = new UnpackedRelease(archive, join(folder, 'version')).run(folder, 'version');
    expect(output).toMatch(new RegExp(`^Atelier [\\d.]+ \\(${here}, [0-9a-f]{8}(, changed)?\\), Node `));
  });

  it('has the list of common passwords and every typeface of documents', async () => {
    const release = new UnpackedRelease(archive, join(folder, 'parts'));
    const server = await release.start(join(folder, 'home'));
    const body = { email: 'ada@client.example', password: 'password1' };
    await expect(server.call('/auth/v1/signup', body)).rejects.toThrow('pwned');
    await server.stop();
    // One word of each typeface.
    const goals = 'Łódź, Việt, Ελλάδα, ἀρχή, Москва, Ѣ, हिन्दी, ≥';
    const pdf = await makeSampleContract(join(release.folder, 'server/build'), goals);
    expect(pdf).toMatch(/^%PDF-[\s\S]+%%EOF\s*$/);
  });

  it('asks for the Node that the program itself asks for', () => {
    const { engines } = JSON.parse(files.get('package.json')?.toString() ?? '');
    const [, oldest] =
      /OLDEST=(\d+)/.exec(files.get('server/build/start-process.cjs')?.toString() ?? '') ?? [];
    expect(engines.node).toBe(`>=${oldest}`);
    expect(files.get('studio')?.toString()).toContain(`oldest=${oldest}\n`);
  });
});
