import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter } from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium's own build for programs: it draws no window, and takes little more than half the processor. */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
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

/** As `findChromium`, but the lighter build for programs where there is one and nothing else was chosen. */
export function findHeadlessChromium(): string {
  return lookForHeadlessChromium() ?? findChromium();
}

/** As `findHeadlessChromium`, but undefined when there is none: a configuration is also read where no browser is started. */
export function lookForHeadlessChromium(): string | undefined {
  return chosenChromium() ?? installed(SHELL_NAMES) ?? lookForChromium();
}

/** How tests start Chromium: in a container, without a graphics card, and asking nothing of the network by itself. */
export const TEST_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function lookForChromium(): string | undefined {
  return chosenChromium() ?? installed(NAMES) ?? [MAC_CHROME, chromium.executablePath()].find(isProgram);
}

function chosenChromium(): string | undefined {
  const chosen = process.env.CHROMIUM_PATH || undefined;
  if (chosen && !isProgram(chosen)) throw new Error(`CHROMIUM_PATH names no program: ${chosen}`);
  return chosen;
}

function installed(names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  return folders.flatMap((folder) => names.map((name) => `${folder}/${name}`)).find(isProgram);
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
 * As `findHeadlessChromium`, but gets one when there is none: Debian's package where this is root on a Debian, else
 * Playwright's own download. On such a Debian the lighter build is got as well where only the other one is there; that this
 * may fail costs no more than time.
 */
export function ensureChromium(): string {
  if (process.getuid?.() === 0 && isDebian()) ensureShell();
  else if (!chosenChromium() && !installed(SHELL_NAMES) && !lookForChromium()) {
    console.log('No Chromium here: downloading the one of Playwright …');
    // As root it may add the system's libraries too, which a bare machine lacks.
    const withLibraries = process.getuid?.() === 0 ? ['--with-deps'] : [];
    const { works, why } = run('npx', ['playwright', 'install', ...withLibraries, 'chromium']);
    if (!works) throw new Error(`${why} Install Chromium by hand, or set CHROMIUM_PATH to one.`);
  }
  return findHeadlessChromium();
}

function ensureShell(): void {
  if (chosenChromium() || installed(SHELL_NAMES)) return;
  console.log('Installing Debian’s Chromium for programs …');
  // Never in the place of what is there, nor for long where there is no network.
  const options = ['-q', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'];
  const install = ['install', '-y', '--no-remove', '--no-install-recommends', ...options];
  for (const step of [
    ['update', ...options],
    [...install, 'chromium-headless-shell'],
  ]) {
    const { works, why } = run('apt-get', step);
    if (works) continue;
    if (!lookForChromium()) throw new Error(`${why} Install Chromium by hand, or set CHROMIUM_PATH to one.`);
    console.log(`${why} The Chromium that is here does as well.`);
    return;
  }
}

/** Debian itself: where others use its tools, the package of this name is a stub. */
function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function run(program: string, args: readonly string[]): { works: boolean; why: string } {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', env });
  const why = `"${program} ${args.join(' ')}" did not work${error ? ` (${error.message})` : ''}.`;
  return { works: status === 0, why };
}

if (import.meta.main) console.log(ensureChromium());
