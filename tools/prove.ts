import { spawnSync } from 'node:child_process';
import { proofs } from '../prove/proofs.ts';
import { ensureBuilt } from './build.ts';
import { ensureChromium } from './chromium.ts';

/*
 * `npm run prove` runs every proof as a whole, `npm run prove -- crash power` some of them. A small part of each is in
 * `npm run test:full`. A whole run leaves its results in prove/results, from which `npm run docs` makes
 * docs/reliability.md.
 */
const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(proofs, name));
if (unknown.length > 0) {
  console.error(
    `There is no proof ${unknown.join(', ')}: npm run prove [-- ${Object.keys(proofs).join(' | ')}]`,
  );
  process.exitCode = 1;
} else {
  await ensureBuilt();
  if (names.length === 0 || names.includes('xss')) ensureChromium();
  const files = names.map((name) => `prove/${name}.proof.ts`);
  const { status } = spawnSync('vitest', ['run', '--project', 'prove', ...files], {
    stdio: 'inherit',
    env: { ENGINES: 'sqlite,postgres', ...process.env, PROVE: 'full' },
  });
  process.exitCode = status ?? 1;
}
