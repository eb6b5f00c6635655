import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.ts';
import { writeArchive } from './release/archive.ts';
import { BILL_OF_MATERIALS, collectContents, type Origin } from './release/contents.ts';
import { TARGETS, type Target } from './release/native-packages.ts';

const root = join(import.meta.dirname, '..');

/**
 * Writes an archive and its bill of materials for each target, and `SHA256SUMS`, into `folder`, which it clears first. Builds server and site where that
 * isn't done.
 * @returns the paths of the archives
 * @throws when a build fails or a package isn't there
 */
async function makeRelease(folder: string, targets: readonly Target[]): Promise<string[]> {
  await ensureBuilt();
  const origin = readOrigin();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archives: string[] = [];
  const bills: string[] = [];
  for (const target of targets) {
    const name = `atelier-${origin.version}-${target}`;
    const path = join(folder, `${name}.tar.gz`);
    const contents = await collectContents(origin, target);
    await writeArchive(path, name, contents, origin.time);
    archives.push(path);
    // Beside it too: scanners needn't unpack.
    const bill = join(folder, `${name}.cdx.json`);
    writeFileSync(bill, contents.get(BILL_OF_MATERIALS)?.bytes ?? '');
    bills.push(bill);
  }
  const sums = [...archives, ...bills].map((path) => `${sha256(readFileSync(path))}  ${basename(path)}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  return archives;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Version and commit of the sources as they are; "changed" where files differ from the commit. */
function readOrigin(): Origin {
  const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const [commit = '', seconds = ''] = git('log', '-1', '--format=%h %ct', '--abbrev=8').split(' ');
  const changed = git('status', '--porcelain') !== '';
  return {
    version,
    oldestNode: Number.parseInt(engines.node.replace('>=', ''), 10),
    commit: changed ? `${commit}, changed` : commit,
    time: new Date(Number(seconds) * 1_000),
  };
}

const isTarget = (name: string): name is Target => name in TARGETS;

if (import.meta.main) {
  const { target = Object.keys(TARGETS), to = join(root, 'release') } = parseArgs({
    options: { target: { type: 'string', multiple: true }, to: { type: 'string' } },
  }).values;
  const unknown = target.filter((name) => !isTarget(name));
  if (unknown.length > 0) throw new Error(`No release for ${unknown}: there are ${Object.keys(TARGETS)}`);
  for (const path of await makeRelease(to, target.filter(isTarget))) {
    console.log(`${path}  ${(readFileSync(path).length / 1e6).toFixed(1)} MB`);
  }
}
