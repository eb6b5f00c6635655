import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';

/** What `apt-get download` may take, in ms. */
const DOWNLOAD_MS = 180_000;

/**
 * Unpacks packages of this machine's Debian into a folder of a proof's own: nothing is installed.
 * @throws where there is no Debian, or it has no network
 */
export function unpackDebianPackages(names: readonly string[], folder: string): void {
  const downloads = `${folder}/packages`;
  mkdirSync(downloads);
  run('apt-get', ['download', '-q', ...names], downloads);
  for (const file of readdirSync(downloads)) run('dpkg', ['-x', file, folder], downloads);
}

function run(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', timeout: DOWNLOAD_MS });
  if (status !== 0)
    throw new Error(`"${program} ${args.join(' ')}" failed: ${error?.message ?? stderr.trim()}`);
}
