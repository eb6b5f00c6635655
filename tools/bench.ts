import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ensureServerBuilt } from './build-server.ts';

/*
 * `npm run bench -- <name> […]` runs `bench/<name>.ts` with what follows; without a name it runs all that have goals. A bench
 * prints figures and is no part of `npm test`: they depend on the machine.
 */
const folder = join(import.meta.dirname, '../bench');
const names = globSync('*.ts', { cwd: folder })
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

const [first = '', ...rest] = process.argv.slice(2);
const runsAll = first === '' || first.startsWith('--');
if (runsAll || names.includes(first)) {
  // Benches measure the built server. The site is a matter of `npm run build`.
  await ensureServerBuilt();
  const args = runsAll
    ? [join(folder, 'harness/all.ts'), ...process.argv.slice(2)]
    : [join(folder, `${first}.ts`), ...rest];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.log(`npm run bench [-- ${names.join(' | ')}]`);
  process.exitCode = 1;
}
