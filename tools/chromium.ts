import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * The path of a Chromium on this machine: CHROMIUM_PATH, an installed one, or the one that Playwright
 * downloaded.
 * @throws when there is none; `npm test` gets one first
 */
export function findChromium(): string {
  const found = lookForChromium();
  if (!found) throw new Error('There is no Chromium: run "node tools/chromium.ts", or set CHROMIUM_PATH.');
  return found;
}

function lookForChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!isProgram(chosen)) throw new Error(`CHROMIUM_PATH names no program: ${chosen}`);
    return chosen;
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  const installed = folders.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`));
  return [...installed, MAC_CHROME, chromium.executablePath()].find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * As `findChromium`, but gets one when there is none: Debian's package where this is root on a Debian,
 * else Playwright's own download.
 */
export function ensureChromium(): string {
  const found = lookForChromium();
  if (found) return found;
  const asRoot = process.getuid?.() === 0;
  if (asRoot && isDebian()) {
    console.log('No Chromium here: installing the system’s package …');
    run('apt-get', ['update', '-q']);
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium']);
  } else {
    console.log('No Chromium here: downloading the one of Playwright …');
    // As root it may add the system's libraries too, which a bare machine lacks.
    run('npx', ['playwright', 'install', ...(asRoot ? ['--with-deps'] : []), 'chromium']);
  }
  return findChromium();
}

/** Debian itself: where others use its tools, the package of this name is a stub. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function run(program: string, args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env });
  if (status !== 0) {
    throw new Error(
      `"${program} ${args.join(' ')}" did not work${error ? ` (${error.message})` : ''}. ` +
        'Install Chromium by hand, or set CHROMIUM_PATH to one.',
    );
  }
}

if (import.meta.main) console.log(ensureChromium());
