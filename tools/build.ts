import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
/** What the site was built from, as one hash. It lies in the build, so that it goes when the build goes. */
const HASH_FILE = join(root, 'web/build/built-from');

/** Everything that the built site depends on. */
const INPUTS = [
  'package-lock.json',
  'tsconfig.base.json',
  'web/*.{json,ts}',
  'web/{app,public,paint-first,vite}/**/*',
  'content/**/*',
  'domain/src/**/*',
];

/** Builds the site if anything that it is made of has changed since it was built. Throws when that fails. */
export async function ensureBuilt(): Promise<void> {
  const wanted = hashInputs();
  if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === wanted) {
    console.log('The site is up to date.');
    return;
  }
  console.log('Building the site …');
  rmSync(HASH_FILE, { force: true });
  for (const warning of await checkContent()) console.log(`Worth a look: ${warning}`);
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  // The end says what was wrong; before it is the list of all that went well.
  if (status !== 0) throw new Error(`The site could not be built:\n${`${stdout}\n${stderr}`.slice(-4_000)}`);
  writeFileSync(HASH_FILE, wanted);
}

/**
 * Checks what the owner writes. Types are not checked here: that is slower than the build itself.
 * @returns what is only worth a look
 * @throws with a sentence for everything that is missing in `content/` or at odds with itself
 */
async function checkContent(): Promise<string[]> {
  // Loaded only now: a site that is up to date starts without it, and a file that can't be read is named like the rest.
  const { errors, warnings } = await import('./content/check.ts')
    .then((content) => content.checkContent())
    .catch((error: unknown) => {
      throw new Error(`The content can't be read; "npm run check" says more:\n${describe(error)}`);
    });
  if (errors.length > 0) throw new Error(`The content is not whole:\n${errors.join('\n')}`);
  return warnings;
}

/** With the place that it came from, which the message alone often lacks, and without Node's own. */
function describe(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text
    .split('\n')
    .filter((line) => !line.includes('node:internal'))
    .join('\n');
}

function hashInputs(): string {
  const paths = INPUTS.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/node_modules/'))
    .sort();
  // Canonical links and cards of shared links carry the whole address.
  const hash = createHash('sha256').update(`${process.env.PUBLIC_URL ?? ''}\0`);
  for (const path of new Set(paths)) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Builds the site if it has changed; says what is wrong and ends the process where that fails. */
export async function buildOrExit(): Promise<void> {
  try {
    await ensureBuilt();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

if (import.meta.main) await buildOrExit();
