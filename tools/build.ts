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
  'web/{app,public,scripts,vite}/**/*',
  'content/**/*',
  'domain/src/**/*',
];

/** The tests of what an owner changes. Others are of what the owner does not. */
const CONTENT_TESTS = [
  join(root, 'content/'),
  'web/app/ui/tokens.test.ts',
  'web/app/lib/browser-colors.test.ts',
];

/** Builds the site if anything that it is made of has changed since it was built. Throws when that fails. */
export function ensureBuilt(): void {
  const wanted = hashInputs();
  if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === wanted) {
    console.log('The site is up to date.');
    return;
  }
  console.log('Building the site …');
  rmSync(HASH_FILE, { force: true });
  checkContent();
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
 * Says what is missing in `content/` or at odds with itself: fields and kinds first, then a sentence for each fault, then
 * what follows from it, colours among it.
 * @throws with their words
 */
function checkContent(): void {
  const steps: [program: string, ...args: string[]][] = [
    // What is no longer used is no fault of a site.
    ['tsc', '--noEmit', '--noUnusedLocals', 'false', '--pretty', 'false', '-p', 'content'],
    ['node', join(root, 'tools/content/check.ts')],
    ['vitest', 'run', '--project', 'unit', '--reporter', 'dot', '--exclude', 'tools/**', ...CONTENT_TESTS],
  ];
  for (const [program, ...args] of steps) {
    const { status, stdout, stderr } = spawnSync(program, args, {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    });
    if (status !== 0) {
      const output = `${stdout}\n${stderr}`.trim();
      throw new Error(`The content is not whole:\n${sentencesOf(output) || output.slice(-4_000)}`);
    }
    for (const line of stdout.match(/^Worth a look: .*$/gm) ?? []) console.log(line);
  }
}

/** Of tests that failed what they say, without what they compared; nothing of anything else. */
function sentencesOf(output: string): string {
  const said = [...output.matchAll(/^AssertionError: (.+?)(?:: expected .*)?$/gm)].map(([, text]) => text);
  return said.join('\n');
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

if (import.meta.main) {
  try {
    ensureBuilt();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
