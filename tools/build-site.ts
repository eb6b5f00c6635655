import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isBuiltFrom, type Looks, type Origin, readOrigin } from './built-from.ts';

const root = join(import.meta.dirname, '..');

/** Everything that the built site depends on. */
function originOfSite(): Origin {
  const configuration = readdirSync(join(root, 'web')).filter((name) => /\.(?:json|ts)$/.test(name));
  return {
    note: join(root, 'web/build/built-from'),
    inputs: [
      'package-lock.json',
      'tsconfig.base.json',
      ...configuration.map((name) => `web/${name}`),
      'web/app',
      'web/public',
      'web/paint-first',
      'web/vite',
      'content',
      'domain/src',
    ],
  };
}

/** Builds the site if anything that it is made of has changed since it was built. Throws when that fails. */
export async function ensureSiteBuilt(looks: Looks): Promise<void> {
  const origin = originOfSite();
  if (isBuiltFrom(origin, looks)) {
    console.log('The site is up to date.');
    return;
  }
  console.log('Building the site …');
  rmSync(origin.note, { force: true });
  const note = readOrigin(origin);
  for (const warning of await checkContent()) console.log(`Worth a look: ${warning}`);
  // Loaded only now, as what checks the content: most starts find the site up to date.
  const { spawnSync } = await import('node:child_process');
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build', '-w', 'web'], {
    cwd: root,
    encoding: 'utf8',
    // React's and Vite's own switch, which shells and containers often have set to something else.
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: 64 * 1024 * 1024,
  });
  // The end says what was wrong; before it is the list of all that went well.
  if (status !== 0) throw new Error(`The site could not be built:\n${`${stdout}\n${stderr}`.slice(-4_000)}`);
  note();
}

/**
 * Checks what the owner writes.
 * @returns what is only worth a look
 * @throws with a sentence for everything that is missing in `content/` or at odds with itself
 */
async function checkContent(): Promise<string[]> {
  // Loaded only now: a site that is up to date starts without it.
  const content = await import('./content/check.ts');
  const { errors, warnings } = await content.checkContent();
  if (errors.length > 0) throw new Error(`The content is not whole:\n${errors.join('\n')}`);
  return warnings;
}
